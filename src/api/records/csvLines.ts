import { stringify } from "csv-stringify/sync";

/** Lines of a CSV file, in which spreadsheets take no text for a formula. */
export const csvLines = (rows: readonly (readonly unknown[])[]): Uint8Array =>
  new TextEncoder().encode(
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: true },
    ),
  );
