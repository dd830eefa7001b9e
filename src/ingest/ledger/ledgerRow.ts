import { type EntityKind, entityOf, type Named, type Resource } from "#domain/resources";

/** A row of a ledger resource: its described fields by name. */
export type LedgerRow = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** The three columns by which a row names an entity of a kind. */
export function reference(kind: EntityKind, to: Named | null | undefined): LedgerRow {
  const { prefix } = entityOf(kind);
  return {
    [`${prefix}_id`]: to?.id ?? null,
    [`${prefix}_slug`]: to?.slug ?? null,
    [`${prefix}_name`]: to?.name ?? null,
  };
}

const special = /[\\\t\n]/;
const escaped = (text: string): string =>
  !special.test(text) ? text : text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");

/** A text within a list. */
const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Columns of `ledgerText`, in order. */
export const ledgerColumns = (resource: Resource): string[] => [
  ...resource.fields.map((field) => field.name),
  "source_id",
  "version",
  "edition",
];

/**
 * Rows of a source as TabSeparated lines. A missing nullable field is null; any other missing field is an
 * error.
 */
export function ledgerText(
  resource: Resource,
  rows: readonly LedgerRow[],
  { sourceId, version, edition }: { sourceId: number; version: number; edition: number },
): string {
  let text = "";
  for (const row of rows) {
    for (const { name, nullable } of resource.fields) {
      const value = row[name];
      if (value === undefined && !nullable) throw new Error(`A row of ${resource.slug} has no ${name}`);
      if (value == null) text += "\\N\t";
      else if (typeof value === "string") text += `${escaped(value)}\t`;
      else if (Array.isArray(value)) text += `${escaped(`[${value.map(quoted).join(",")}]`)}\t`;
      else text += `${typeof value === "boolean" ? Number(value) : value}\t`;
    }
    text += `${sourceId}\t${version}\t${edition}\n`;
  }
  return text;
}
