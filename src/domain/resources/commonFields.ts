/** Field shapes that several catalog resources share. */
import type { CatalogIndex } from "./catalogIndex";
import { type CatalogField, catalogField } from "./resource";

export const idField = <Row extends { id: number }>(of: string): CatalogField<Row> =>
  catalogField({
    name: "id",
    type: "id",
    label: "Id",
    doc: `Numeric id of the ${of}.`,
    read: (row) => row.id,
  });

export const slugField = <Row extends { slug: string }>(of: string): CatalogField<Row> =>
  catalogField({
    name: "slug",
    type: "slug",
    label: "Slug",
    doc: `Stable name of the ${of} in addresses.`,
    read: (row) => row.slug,
  });

export const nameField = <Row extends { name: string }>(of: string): CatalogField<Row> =>
  catalogField({
    name: "name",
    type: "string",
    label: "Name",
    doc: `Name of the ${of}.`,
    read: (row) => row.name,
  });

interface Named {
  id: number;
  slug: string;
  name: string;
}

/**
 * `x_id`, `x_slug` and `x_name` of something a row refers to, all three
 * filterable, sortable and groupable. `aliases` are other prefixes that mean the same.
 */
export function referenceFields<Row>(
  prefix: string,
  label: string,
  target: (row: Row, catalog: CatalogIndex) => Named | null | undefined,
  aliases: readonly string[] = [],
): CatalogField<Row>[] {
  const part = (suffix: "id" | "slug" | "name", type: "id" | "slug" | "string", words: string) =>
    catalogField<Row>({
      name: `${prefix}_${suffix}`,
      aliases: aliases.map((alias) => `${alias}_${suffix}`),
      type,
      label: suffix === "name" ? label : `${label} ${suffix}`,
      doc: `${words} of its ${label.toLowerCase()}.`,
      nullable: true,
      groupable: true,
      read: (row, catalog) => target(row, catalog)?.[suffix] ?? null,
    });
  return [part("id", "id", "Numeric id"), part("slug", "slug", "Slug"), part("name", "string", "Name")];
}

/** Website, description and the public source of a catalog row. */
export function factFields<
  Row extends { website: string | null; description: string | null; source: string },
>(): CatalogField<Row>[] {
  return [
    catalogField({
      name: "website",
      type: "url",
      label: "Website",
      doc: "Official website.",
      nullable: true,
      read: (row) => row.website,
    }),
    catalogField({
      name: "description",
      type: "text",
      label: "Description",
      doc: "What it is, in a sentence.",
      nullable: true,
      read: (row) => row.description,
    }),
    sourceField<Row>(),
  ];
}

export const sourceField = <Row extends { source: string }>(): CatalogField<Row> =>
  catalogField({
    name: "source_url",
    type: "url",
    label: "Source",
    doc: "Public page where the catalog facts can be read.",
    read: (row) => row.source,
  });

/** An image of it, by an address of ours; null until a deployment adds pictures. */
export const iconField = <Row>(): CatalogField<Row> =>
  catalogField({
    name: "icon_url",
    type: "url",
    label: "Icon",
    doc: "Picture of it, where one is known.",
    nullable: true,
    read: () => null,
  });

/** The day after which figures of it stopped coming. */
export const endedField = <Row>(of: string): CatalogField<Row> =>
  catalogField({
    name: "ended_date",
    type: "date",
    label: "Last reported",
    doc: `Last day of the ${of}'s own figures, where they stopped more than seven days before the newest day of all data; null while they come.`,
    nullable: true,
    source: "computed by Cadastre",
    computed: true,
    read: () => null,
  });

/** Numbers of distinct ids, in ascending order. */
export const distinctIds = (rows: readonly ({ id: number } | null | undefined)[]): number[] =>
  [...new Set(rows.flatMap((row) => (row ? [row.id] : [])))].sort((a, b) => a - b);
