/** Field shapes that several catalog resources share. */
import type { FirmGroup } from "../catalog/schema";
import type { FirmKind } from "../vocabulary/firms";
import type { CatalogIndex, Named } from "./catalogIndex";
import { type Entity, type EntityKind, entityOf, prefixOf, refersTo } from "./entities";
import { catalogField, type FieldType, field } from "./resource";

/**
 * Id, slug and name of the row itself, which is an entity of a kind or a row without references to it. The
 * names that other rows use are aliases: `asset_id` of `id` of an asset.
 */
export function identity(of: string, kind: EntityKind | null) {
  const prefixes = kind === null ? [] : [entityOf(kind).prefix, ...entityOf(kind).prefixAliases];
  const part = <Part extends keyof Named>(part: Part, type: FieldType, label: string, doc: string) => ({
    part,
    field: field({
      name: part,
      aliases: prefixes.map((prefix) => `${prefix}_${part}`),
      type,
      label,
      doc,
      refersTo: kind && refersTo(kind, part, null),
    }),
  });
  return [
    part("id", "id", "Id", `Numeric id of the ${of}.`),
    part("slug", "slug", "Slug", `URL slug of the ${of}.`),
    part("name", "string", "Name", `Name of the ${of}.`),
  ];
}

/** As `identity`, for rows of the catalog. */
export const identityFields = <Row extends Named>(of: EntityKind | "metric") =>
  identity(of.replaceAll("_", " "), of === "metric" ? null : of).map(({ part, field }) => ({
    ...field,
    read: (row: Row) => row[part],
  }));

/**
 * The id, the slug and the name of an entity to which a row refers, all three filterable, sortable and
 * groupable: `protocol_id`, `protocol_slug`, `protocol_name`.
 */
export function reference<Kind extends EntityKind>(kind: Kind, nullable = true) {
  const { prefixAliases, label } = entityOf(kind);
  const prefix = prefixOf(kind);
  const part = <Part extends "id" | "slug" | "name">(part: Part, type: FieldType, words: string) => ({
    part,
    field: field({
      name: `${prefix}_${part}` as const,
      aliases: prefixAliases.map((alias) => `${alias}_${part}`),
      type,
      label: part === "name" ? label : `${label} ${part}`,
      doc: `${words} of its ${label.toLowerCase()}.`,
      refersTo: refersTo(kind, part),
      nullable,
      groupable: true,
    }),
  });
  return [part("id", "id", "Numeric id"), part("slug", "slug", "Slug"), part("name", "string", "Name")];
}

/** As `reference`, for rows of the catalog. */
export const referenceFields = <Row, Kind extends EntityKind>(
  kind: Kind,
  target: (row: Row, catalog: CatalogIndex) => Named | null | undefined,
  nullable = true,
) =>
  reference(kind, nullable).map(({ part, field }) => ({
    ...field,
    read: (row: Row, catalog: CatalogIndex) => target(row, catalog)?.[part] ?? null,
  }));

/** The entity by which a platform or firm is grouped. */
interface GroupMember extends Named {
  group: FirmGroup;
}

/** The fields that identify an entity in a row: of the row itself without a prefix. */
const identityNames = (prefix: string | null): string[] =>
  ["id", "slug", "name"].map((part) => (prefix === null ? part : `${prefix}_${part}`));

const groupParts = ["slug", "name"] as const;
const wordsOfPart = { slug: "Slug", name: "Name" } as const;
const typeOfPart = { slug: "slug", name: "string" } as const;

/** The group of a platform or firm, or itself if it belongs to none. */
const groupOf = (member: GroupMember) => member.group ?? member;

/** The group of a row of a platform or firm, and the page that states it. */
export const ownGroupFields = <Row extends GroupMember>(kind: EntityKind) => [
  ...groupParts.map((part) =>
    catalogField<Row, `group_${typeof part}`>({
      name: `group_${part}`,
      type: typeOfPart[part],
      label: part === "name" ? "Group" : "Group slug",
      doc: `${wordsOfPart[part]} of the corporate group of the ${kind}, or of the ${kind} itself if it belongs to none.`,
      policy: { reveals: identityNames(null) },
      read: (row) => groupOf(row)[part],
    }),
  ),
  catalogField<Row, "group_source_url">({
    name: "group_source_url",
    type: "url",
    label: "Source of group",
    doc: "Public page that is the source of the group.",
    links: { names: "documents" },
    policy: { reveals: identityNames(null) },
    nullable: true,
    read: (row) => row.group?.source ?? null,
  }),
];

/**
 * The group of a platform or firm to which a row refers: `issuer_group_slug`, `issuer_group_name`. Every row
 * with an issuer has an issuer group, so totals by group sum to the same as totals by issuer.
 */
export function groupFields<Row, Kind extends "platform" | FirmKind>(
  kind: Kind,
  memberOf: (row: Row, catalog: CatalogIndex) => GroupMember | null,
) {
  const { label, prefixAliases }: Pick<Entity, "label" | "prefixAliases"> = entityOf(kind);
  const prefix = prefixOf(kind);
  const member = label.toLowerCase();
  return groupParts.map((part) =>
    catalogField<Row, `${typeof prefix}_group_${typeof part}`>({
      name: `${prefix}_group_${part}`,
      aliases: prefixAliases.map((alias) => `${alias}_group_${part}`),
      type: typeOfPart[part],
      label: part === "name" ? `${label} group` : `${label} group slug`,
      doc: `${wordsOfPart[part]} of the corporate group of its ${member}, or of the ${member} itself if it belongs to none.`,
      refersTo: refersTo(kind, `group_${part}`),
      policy: { reveals: identityNames(prefix) },
      nullable: true,
      groupable: true,
      read: (row, catalog) => {
        const found = memberOf(row, catalog);
        return found && groupOf(found)[part];
      },
    }),
  );
}

/** Website, description and the public source of a catalog row. */
export function factFields<
  Row extends { website: string | null; description: string | null; source: string },
>() {
  return [
    catalogField<Row, "website">({
      name: "website",
      type: "url",
      label: "Website",
      doc: "Official website.",
      nullable: true,
      read: (row) => row.website,
    }),
    catalogField<Row, "description">({
      name: "description",
      type: "text",
      label: "Description",
      doc: "One-sentence description.",
      nullable: true,
      read: (row) => row.description,
    }),
    sourceField<Row>((row) => row.source),
  ];
}

export const sourceField = <Row>(read: (row: Row) => string) =>
  catalogField<Row, "source_url">({
    name: "source_url",
    type: "url",
    label: "Source",
    doc: "Public page that is the source of the catalog data.",
    links: { names: "documents" },
    read,
  });

/** An image at a local URL; null until a deployment adds pictures. */
export const iconField = <Row>() =>
  catalogField<Row, "icon_url">({
    name: "icon_url",
    type: "url",
    label: "Icon",
    doc: "Icon, where available.",
    nullable: true,
    read: () => null,
  });

/** The last day with figures, for ended entities. */
export const endedField = <Row>(of: string) =>
  catalogField<Row, "ended_date">({
    name: "ended_date",
    type: "date",
    label: "Last reported",
    doc: `Date of the ${of}'s last data, if reporting stopped more than seven days before the latest date in the data.`,
    whenNull: "while it reports",
    nullable: true,
    source: "Computed by Cadastre",
    computed: true,
    read: () => null,
  });

/** Sources of the day of appearance. */
const appearanceBases = ["catalog", "first_data"] as const;

/** The day of appearance and its source. `stated` names the day in the catalog, such as "launch date". */
export const appearedFields = <Row>(of: string, stated: string) => [
  catalogField<Row, "appeared_date">({
    name: "appeared_date",
    type: "date",
    label: "Appeared",
    doc: `The ${of}'s ${stated} in the catalog; if unknown, the first date of its data.`,
    nullable: true,
    source: "Computed by Cadastre",
    computed: true,
    read: () => null,
  }),
  catalogField<Row, "appeared_basis">({
    name: "appeared_basis",
    type: "enum",
    values: appearanceBases,
    label: "Appearance based on",
    doc: `Whether \`appeared_date\` is the ${of}'s ${stated} in the catalog or the first date of its data.`,
    hint: `Whether the date of appearance is the ${of}'s ${stated} in the catalog or the first date of its data.`,
    nullable: true,
    groupable: false,
    source: "Computed by Cadastre",
    computed: true,
    read: () => null,
  }),
];

/** Numbers of distinct ids, in ascending order. */
export const distinctIds = (rows: readonly ({ id: number } | null | undefined)[]): number[] =>
  [...new Set(rows.flatMap((row) => (row ? [row.id] : [])))].sort((a, b) => a - b);
