import { acrossPhrase } from "./aggregationWords";
import type { Derivation, Metric } from "./metric";

type MetricWords = Pick<Metric, "kind" | "label" | "name">;

/** How a metric is named within a sentence: `net supply`, `NAV`; flows by their full name, which has the unit. */
function metricInWords({ kind, label, name }: MetricWords): string {
  const text = kind === "flow" ? name : label;
  return text.replace(/(^|[\s(])[A-Z](?=[a-z]+\b)/g, (letter) => letter.toLowerCase());
}

/**
 * The formula of a metric, from its description: how the value of a token is determined (as reported, else by
 * the alternatives in order), and how several tokens are combined if not by a sum.
 */
export function formulaText(
  { formula, derive, across }: Pick<Metric<string>, "formula" | "derive" | "across">,
  metricOf: (slug: string) => MetricWords,
): string {
  const named = (slug: string) => metricInWords(metricOf(slug));
  const ways =
    derive.length === 0
      ? formula
      : ["Reported", ...derive.map((way) => wayText(way, named))].join("; otherwise ");
  return across.rule === "sum" ? ways : `${ways}; across tokens, the ${acrossPhrase(across, named)}`;
}

function wayText(way: Derivation<string>, named: (slug: string) => string): string {
  switch (way.op) {
    case "product":
      return way.factors.map((input) => inputText(input, named)).join(" × ");
    case "copy":
      return `${named(way.of)}${unlessLocked(way)}`;
    case "copyReported":
      return `reported ${named(way.of)}${unlessLocked(way)}`;
    case "sumOfNative":
      return `for an asset with bridged tokens, Σ ${named(way.of)} of its native tokens`;
    case "difference":
      return `${named(way.of)} − ${named(way.less)}`;
    case "ratio":
      return `${named(way.of)} ÷ ${named(way.over)}`;
    case "share":
      return `100 × ${named(way.of)} ÷ ${named(way.within)}`;
    case "excess":
      return `100 × (${named(way.of)} ÷ ${named(way.over)} − 1)`;
    case "excessOverDollar":
      return `100 × (${named(way.of)} − 1) where pegged to the US dollar`;
    case "trailingSum":
      return `Σ ${named(way.of)} over the trailing ${way.days} days`;
  }
}

const unlessLocked = (way: { unlessLocked?: true }): string =>
  way.unlessLocked ? " (unless units may be locked for bridged tokens)" : "";

function inputText(slugs: readonly string[], named: (slug: string) => string): string {
  const [first = "", ...others] = slugs.map(named);
  return others.length === 0 ? first : `${first} (or ${others.join(", or ")} if unavailable)`;
}
