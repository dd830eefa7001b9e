/**
 * The totals for shares by date: the given ones, else the sum of the rows. Null if no shares are possible: a
 * value is negative, or the total is zero or unknown.
 */
export function wholesOf(
  rows: readonly (readonly (number | null)[])[],
  totals?: readonly (number | null)[],
): (number | null)[] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => {
    let sum = 0;
    for (const row of rows) {
      const value = row[column] ?? 0;
      if (value < 0) return null;
      sum += value;
    }
    const whole = totals === undefined ? sum : (totals[column] ?? null);
    return whole === null || whole <= 0 ? null : whole;
  });
}

/** The share of each value in the total of its date, in percent. Unknown stays unknown. */
export const percentOfTotal = (
  rows: readonly (readonly (number | null)[])[],
  wholes: readonly (number | null)[] = wholesOf(rows),
): (number | null)[][] =>
  rows.map((row) =>
    row.map((value, column) => {
      const whole = wholes[column] ?? null;
      return value === null || whole === null ? null : (value / whole) * 100;
    }),
  );
