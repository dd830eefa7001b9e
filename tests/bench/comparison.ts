/** The comparison of a measure and its results. */
import { median } from "./interleave";

/** The target ratio, as an upper or a lower bound. */
export type Aim = { atMost: number } | { atLeast: number };

export interface ComparisonDraft {
  /** Name of the measure, as passed to `npm run bench`. */
  measure: string;
  what: string;
  /** `ms` (lower is better) or a rate per second (higher is better). */
  unit: string;
  aim: Aim | null;
  /** Sizes and counts that the figures depend on. */
  note?: string;
}

export interface Comparison extends ComparisonDraft {
  /** Medians of both sides. */
  ours: number;
  theirs: number;
  /** Ours ÷ theirs, by medians. */
  ratio: number;
  /** The same ratio for the best run of each side, which a busy machine disturbs less. */
  best: number;
}

export function comparisonOf(
  draft: ComparisonDraft,
  figures: { ours: readonly number[]; theirs: readonly number[] },
): Comparison {
  const best = draft.unit === "ms" ? Math.min : Math.max;
  const [ours, theirs] = [median(figures.ours), median(figures.theirs)];
  return {
    ...draft,
    ours,
    theirs,
    ratio: ours / theirs,
    best: best(...figures.ours) / best(...figures.theirs),
  };
}

export interface Measure {
  name: string;
  /** One line: what is compared with what. */
  doc: string;
  needsBuild: boolean;
  run: (world: MeasureWorld) => Promise<Comparison[]>;
}

export interface MeasureWorld {
  /** Folder for data. Data of an earlier run is reused. */
  folder: string;
  /** URL of another server to measure in alternation, or undefined. */
  beside: string | undefined;
  /** Reports progress. */
  say: (line: string) => void;
}

export const meets = ({ ratio, aim }: Comparison): boolean | null =>
  aim === null ? null : "atMost" in aim ? ratio <= aim.atMost : ratio >= aim.atLeast;

const figure = (value: number) =>
  value.toLocaleString("en", { maximumSignificantDigits: value < 1000 ? 3 : 4 });

const ratioText = (ratio: number) => (ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2));

const aimText = ({ aim }: Comparison) =>
  aim === null ? "" : "atMost" in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;

const outcome = (comparison: Comparison) =>
  ({ true: "met", false: "missed", null: "" })[`${meets(comparison)}`];

/** The comparisons as a Markdown table with aligned columns. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((c) => [
    c.measure,
    c.what,
    `${figure(c.ours)} ${c.unit}`,
    `${figure(c.theirs)} ${c.unit}`,
    ratioText(c.ratio),
    ratioText(c.best),
    aimText(c),
    outcome(c),
    c.note ?? "",
  ]);
  const head = ["measure", "what", "ours", "baseline", "ratio", "best", "target", "", "note"];
  const widths = head.map((name, at) => Math.max(3, name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
