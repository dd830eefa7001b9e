import { stringify } from "csv-stringify/sync";

/** Lines of a CSV file, escaped so that spreadsheets do not evaluate formulas. */
export const csvLines = (rows: readonly (readonly unknown[])[]): Uint8Array =>
  new TextEncoder().encode(
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: true },
    ),
  );
