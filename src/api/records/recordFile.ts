import { stringify } from "csv-stringify/sync";
import { allRecords } from "#accounts/records";
import type { Query } from "#domain/query";
import { recordTypeOf, type StoredRecord } from "#domain/records";
import type { RecordName } from "#domain/vocabulary";
import { contentTypes, type RowFile } from "#market";
import type { PeopleStore } from "#stores";

/** Lines of a CSV file, escaped so that spreadsheets do not evaluate formulas. */
export const csvLines = (rows: readonly (readonly unknown[])[]): Uint8Array =>
  new TextEncoder().encode(
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: true },
    ),
  );

/** Records per batch. */
const BATCH = 1_000;

/**
 * The records of a kind that match a query, as CSV with all fields; references have a name and an id.
 * Escaped so that spreadsheets do not evaluate formulas.
 * @throws InvalidError for a query that does not fit the kind; TooLargeError for too many records
 */
export async function recordFile(
  { db }: PeopleStore,
  name: RecordName,
  query: Pick<Query, "filter" | "search" | "sort">,
): Promise<Omit<RowFile, "rows">> {
  const records = await allRecords(db, name, query);
  return { format: "csv", contentType: contentTypes.csv, bytes: piecesOf(name, records) };
}

async function* piecesOf(name: RecordName, records: readonly StoredRecord[]): AsyncGenerator<Uint8Array> {
  const { fields } = recordTypeOf(name);
  const columns = fields.flatMap((field) =>
    field.refersTo === null
      ? [{ header: field.name, read: ({ values }: StoredRecord) => values[field.name] }]
      : [
          { header: field.name, read: ({ values }: StoredRecord) => values[field.name] },
          { header: `${field.name} name`, read: ({ names }: StoredRecord) => names[field.name] },
        ],
  );
  yield csvLines([["id", ...columns.map(({ header }) => header)]]);
  for (let from = 0; from < records.length; from += BATCH) {
    yield csvLines(
      records.slice(from, from + BATCH).map((record) => [
        record.id,
        ...columns.map(({ read }) => {
          const value = read(record);
          return Array.isArray(value) ? value.join(", ") : value;
        }),
      ]),
    );
  }
}
