/** What a reader can choose of a fact that is known to be so, known not to be so, or unknown. */
export const answers = [
  { value: "yes", label: "Yes", is: true },
  { value: "no", label: "No", is: false },
  { value: "unknown", label: "Unknown", is: null },
] as const;

/** How many assets have each answer; what is unknown is never counted as no. */
export interface AnswerCounts {
  yes: number;
  no: number;
  unknown: number;
}

/** The counts of a field, from its coverage of the whole catalog. */
export function answerCounts(coverage: Readonly<Record<string, unknown>> | undefined): AnswerCounts {
  const count = (name: string) => Number(coverage?.[name] ?? 0);
  const known = count("known_count");
  const no = count("none_count");
  return { yes: known - no, no, unknown: count("asset_count") - known };
}

/** How many rows name each value of a field that holds one value or several. */
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
