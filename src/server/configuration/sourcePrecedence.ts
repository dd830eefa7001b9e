/**
 * The setting `SOURCE_PRECEDENCE`: parts separated by semicolons, each a list of sources, optionally after what it is
 * about, as in `issuer, vendor; metric=price_dollar: vendor; class=treasuries metric=net_asset_value_dollar: issuer`.
 */
import { type InputProblem, InvalidError } from "#domain/errors";
import { metricById, metricByName, metrics } from "#domain/metrics";
import { nearNames } from "#domain/query";
import type { CatalogIndex } from "#domain/resources";
import { quoted } from "#domain/text";
import {
  type AssetClass,
  assetClasses,
  type PrecedenceScope,
  precedenceScope,
  precedenceScopes,
  providerSchema,
  storedProvider,
} from "#domain/vocabulary";
import type { PrecedenceRule, SourcePrecedence } from "#stores";

/** A rule as written: the slug of an asset is checked against the catalog once it is read. */
export interface NamedRule {
  scope: PrecedenceScope;
  metricId: number | null;
  /** Slug. */
  assetClass: string | null;
  /** Slug. */
  asset: string | null;
  /** Names of sources, in order. */
  sources: readonly string[];
}

export interface ParsedPrecedence {
  rules: NamedRule[];
  /** What is wrong, each to be read after the name of the setting. */
  problems: string[];
}

const SUBJECTS = ["metric", "class", "asset"] as const;
type Subject = (typeof SUBJECTS)[number];

const classes: readonly AssetClass[] = assetClasses;
const classNamed = (name: string) =>
  classes.find(({ slug, aliases }) => slug === name || aliases.includes(name));

const splitNames = (text: string, separator: RegExp | string): string[] =>
  text
    .split(separator)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");

function near(name: string, known: readonly { slug: string; name: string }[]): string {
  const found = nearNames(
    name,
    known.map(({ slug, name: label }) => ({ name: slug, label })),
  );
  return found.length === 0 ? "" : ` (did you mean ${found.join(" or ")}?)`;
}

export function parsePrecedence(setting: string): ParsedPrecedence {
  const problems: string[] = [];
  const rules: NamedRule[] = [];
  const seen = new Set<string>();
  for (const part of splitNames(setting, ";")) {
    const [before = "", ...after] = part.split(":");
    const [about, list] = after.length === 0 ? ["", before] : [before.trim(), after.join(":")];
    const sources = readSources(list, { about, problems });
    const subjects = readSubjects(about, problems);
    if (subjects === null) continue;
    const { metric, class: ofClass, asset } = subjects;
    if (asset !== undefined && ofClass !== undefined) {
      problems.push(`names a class and an asset in ${quoted(about)}: name the asset only`);
    }
    const who = asset !== undefined ? "asset" : ofClass !== undefined ? "class" : null;
    const rule: NamedRule = {
      scope: precedenceScope(who, { isOfMetric: metric !== undefined }),
      metricId: metric === undefined ? null : (metricByName(metric)?.id ?? null),
      assetClass: ofClass === undefined ? null : (classNamed(ofClass)?.slug ?? null),
      asset: asset ?? null,
      sources,
    };
    const key = [rule.metricId, rule.assetClass, rule.asset].join(" ");
    if (seen.has(key))
      problems.push(`has two rules ${about === "" ? "for every figure" : `for ${quoted(about)}`}`);
    seen.add(key);
    rules.push(rule);
  }
  return { rules, problems };
}

function readSources(list: string, { about, problems }: { about: string; problems: string[] }): string[] {
  const names = splitNames(list, ",");
  const wrong = names.find((name) => !providerSchema.safeParse(name).success);
  if (wrong !== undefined) problems.push(`includes ${quoted(wrong)}, which is not a source name`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`names ${quoted(twice)} twice`);
  if (names.length === 0) problems.push(`names no source for ${quoted(about)}`);
  return names;
}

/** @returns null if something is wrong */
function readSubjects(about: string, problems: string[]): Partial<Record<Subject, string>> | null {
  const found: Partial<Record<Subject, string>> = {};
  const count = problems.length;
  for (const word of splitNames(about, /\s+/)) {
    const [name = "", ...rest] = word.split("=");
    const subject = SUBJECTS.find((one) => one === name);
    const value = rest.join("=");
    if (subject === undefined || value === "") {
      problems.push(`includes ${quoted(word)}, which is not metric=…, class=… or asset=…`);
    } else if (found[subject] !== undefined) {
      problems.push(`names two of ${subject} in ${quoted(about)}: write a rule for each`);
    } else if (subject === "metric" && metricByName(value) === undefined) {
      problems.push(`names the metric ${quoted(value)}, which does not exist${near(value, metrics)}`);
    } else if (subject === "class" && classNamed(value) === undefined) {
      problems.push(`names the asset class ${quoted(value)}, which does not exist${near(value, classes)}`);
    } else found[subject] = value;
  }
  return problems.length > count ? null : found;
}

/**
 * The rules by id, the most specific first.
 * @throws InvalidError that names each asset that the catalog does not have
 */
export function resolvePrecedence(rules: readonly NamedRule[], catalog: CatalogIndex): SourcePrecedence {
  const problems: InputProblem[] = rules.flatMap(({ asset }) =>
    asset === null || catalog.assetBySlug.has(asset)
      ? []
      : [
          {
            path: "SOURCE_PRECEDENCE",
            message: `names the asset ${quoted(asset)}, which is not in the catalog${near(asset, catalog.assets)}`,
          },
        ],
  );
  if (problems.length > 0) {
    const lines = problems.map(({ path, message }) => `  ${path}: ${message}`);
    throw new InvalidError(
      `The configuration is invalid:\n${lines.join("\n")}\nSee docs/configuration.md.`,
      problems,
    );
  }
  const place = ({ scope }: NamedRule) => precedenceScopes.indexOf(scope);
  return rules
    .toSorted((one, other) => place(one) - place(other))
    .map(
      (rule): PrecedenceRule => ({
        scope: rule.scope,
        metricId: rule.metricId,
        assetIds: assetsOf(rule, catalog),
        providers: rule.sources.map(storedProvider),
      }),
    );
}

function assetsOf({ asset, assetClass }: NamedRule, { assets }: CatalogIndex): number[] | null {
  if (asset === null && assetClass === null) return null;
  return assets
    .filter((one) => (asset === null ? one.asset_class === assetClass : one.slug === asset))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

/** What a rule is about, as it is written: `class=treasuries metric=price_dollar`; empty for every figure. */
export const subjectOf = ({ metricId, assetClass, asset }: NamedRule): string =>
  [
    ...(asset === null ? [] : [`asset=${asset}`]),
    ...(assetClass === null ? [] : [`class=${assetClass}`]),
    ...(metricId === null ? [] : [`metric=${metricById(metricId)?.slug}`]),
  ].join(" ");
