/** Options of a fact that is true, false or unknown. */
export const answers = [
  { value: "yes", label: "Yes", is: true },
  { value: "no", label: "No", is: false },
  { value: "unknown", label: "Unknown", is: null },
] as const;

/** Number of assets by option. Unknown is never counted as no. */
export interface AnswerCounts {
  yes: number;
  no: number;
  unknown: number;
}

/** The counts of a field, from its coverage in the full catalog. */
export function answerCounts(coverage: Readonly<Record<string, unknown>> | undefined): AnswerCounts {
  const count = (name: string) => Number(coverage?.[name] ?? 0);
  const known = count("known_count");
  const no = count("none_count");
  return { yes: known - no, no, unknown: count("asset_count") - known };
}

/** Number of rows by value of a field with one value or several. */
export function valueCounts(
  rows: readonly Readonly<Record<string, unknown>>[],
  field: string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of new Set([row[field]].flat())) {
      if (typeof value === "string") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}
