/**
 * The share of each row in the total of its column, in percent. Unknown stays
 * unknown; a column with a negative value, or that adds up to nothing, has no shares.
 */
export function percentOfTotal(rows: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const width = rows[0]?.length ?? 0;
  const totals = Array.from({ length: width }, (_, column) => {
    let total = 0;
    for (const row of rows) {
      const value = row[column] ?? 0;
      if (value < 0) return 0;
      total += value;
    }
    return total;
  });
  return rows.map((row) =>
    row.map((value, column) => {
      const total = totals[column] ?? 0;
      return value === null || total <= 0 ? null : (value / total) * 100;
    }),
  );
}
