/**
 * The description of a resource. A resource is described once, as data; its table, its REST endpoint and
 * `/meta`, its tRPC procedures, columns, filters and exports are derived from it.
 */
import type { MetricSlug } from "../metrics/catalogue";
import type { Permission } from "../vocabulary/permissions";
import type { CatalogIndex } from "./catalogIndex";
import {
  type EntityKind,
  type EntityType,
  entityOf,
  entityTypes,
  type FieldReference,
  kindListedBy,
} from "./entities";

export const fieldTypes = [
  "id",
  "slug",
  "string",
  "text",
  "url",
  "color",
  "number",
  "boolean",
  "date",
  "datetime",
  "enum",
  "ids",
  "strings",
  /** An exact integer or decimal that may exceed a double; text on the wire. */
  "amount",
] as const;
export type FieldType = (typeof fieldTypes)[number];

export type FieldValue = string | number | boolean | null | readonly number[] | readonly string[];

/**
 * A field over the listings of its row: their number, or the distinct values of a column of them or their
 * assets. Tables store it over all listings.
 */
export type OverListings = { count: "assets" | "tokens" } | { distinct: string; of: "listings" | "assets" };

/** What is shown in place of its values, or with them. */
export interface FieldLinks {
  /**
   * What its values are: `profiles` if they can name kinds of entities, where the row is the entity of that kind with its
   * slug; `entities` as `network/ethereum/Ethereum`: kind, slug and name; URLs of `documents`, which are labelled by file
   * rather than by site. Null for plain values.
   */
  names: "profiles" | "entities" | "documents" | null;
  /** Field that qualifies its values and is shown with them; null for none. */
  note: string | null;
}

/** How it depends on what access policies hide. */
export interface FieldPolicy {
  /**
   * Fields of the same row that its values reveal: a policy that hides one of them hides this field as well. Fields of an
   * entity's identity, for what is derived from the entity.
   */
  reveals: readonly string[];
  /** What it states about the listings of its row; null if nothing. */
  overListings: OverListings | null;
}

export interface Field<Name extends string = string> {
  /** Wire name and column name. */
  name: Name;
  /** Other wire names accepted in filters, sorts and groupings. */
  aliases: readonly string[];
  type: FieldType;
  label: string;
  /** Description for readers of the data API. */
  doc: string;
  /** Description on screens, where names replace slugs and codes, and a dash marks unknown values. */
  hint: string;
  unit: string | null;
  /** Valid values of an `enum`. */
  values: readonly string[] | null;
  /** Meaning of a value of an `enum`, which `doc` and `hint` list too; null if its label suffices. */
  describeValue: ((value: string) => string | null) | null;
  nullable: boolean;
  filterable: boolean;
  sortable: boolean;
  groupable: boolean;
  /** False keeps a helper column out of responses. */
  exposed: boolean;
  /** Where the value comes from, for the data dictionary. */
  source: string;
  /** True if no table stores it: it is computed from the figures of the row on reading. */
  computed: boolean;
  /** The field that provides its values; null for plain values. */
  refersTo: FieldReference | null;
  /**
   * List field of the same row: unless that list is empty, filters by this list also match every value outside it. Null where
   * filters match the values of the list alone.
   */
  complementOf: string | null;
  links: FieldLinks;
  policy: FieldPolicy;
}

/** A field of a catalog resource, with its getter from a catalog row. */
export interface CatalogField<Row, Name extends string = string> extends Field<Name> {
  read: (row: Row, catalog: CatalogIndex) => FieldValue;
}

/** Totals of a row's tokens by a common kind, nested in the row: a network's `asset_class_stats`. */
export interface NestedStats {
  /** Name of the list in the row. */
  name: string;
  /** The kind by which tokens are grouped. */
  by: EntityKind;
  metrics: readonly MetricSlug[];
  /**
   * The reduced form in rows of a list where `fields` does not name it: the largest few items, with fewer
   * metrics. Rows requested by id have all of it. Null if lists have all of it too.
   */
  brief: { items: number; metrics: readonly MetricSlug[] } | null;
}

/** An object of fields of the row, for existing clients: `asset_class {id, slug, name}`. */
export interface NestedObject {
  kind: "object";
  name: string;
  doc: string;
  /** Its properties, each with the field that it repeats. */
  parts: Readonly<Record<string, string>>;
}

/** A field of the row under another name, for existing clients. */
export interface NestedCopy {
  kind: "copy";
  name: string;
  doc: string;
  of: string;
  /** Whether an exact decimal, which is text, is converted to a number. */
  isNumber: boolean;
}

/** Rows of another resource that belong to the row: the tokens of an asset. */
export interface NestedRows {
  kind: "rows";
  name: string;
  doc: string;
  resource: string;
  /** Field of the other resource that holds the id of the row. */
  by: string;
  /** Boolean field of the other resource: rows where it is true are excluded. */
  without: string;
  fields: readonly string[];
  /** Metrics of each row, under the metric's slug. */
  metrics: readonly MetricSlug[];
}

/**
 * Nested parts of rows in addition to fields and metrics, where all fields are requested or `fields` names
 * them.
 */
export type NestedPart = NestedObject | NestedCopy | NestedRows;

/** The id, slug and name of a referenced entity, as an object. */
export function nestedEntity(kind: EntityKind, more: Readonly<Record<string, string>> = {}): NestedObject {
  const { prefix, label } = entityOf(kind);
  return {
    kind: "object",
    name: prefix,
    doc: `Its ${label.toLowerCase()}: the fields \`${prefix}_*\` as an object. Null if there is none.`,
    parts: { id: `${prefix}_id`, slug: `${prefix}_slug`, name: `${prefix}_name`, ...more },
  };
}

/** The description of a resource. */
interface ResourceDraft<Slug extends string, Name extends string> {
  /** Wire name: the last part of its path under `/api/v4`. */
  slug: Slug;
  /** Other paths of the resource. */
  aliases?: readonly string[];
  singular: string;
  label: string;
  doc: string;
  fields: readonly Field<Name>[];
  /** Field accepted in addition to the id in `/{resource}/{id or slug}`; null for none. */
  slugField?: NoInfer<Name> | null;
  defaultSort: { field: NoInfer<Name> | MetricSlug; direction: "asc" | "desc" };
  permission?: Permission;
  /** Columns of the free-text search: names and tickers. */
  searchFields: readonly NoInfer<Name>[];
  /** Addresses and hashes: searched as a whole, and in part by words that look like one (`looksLikeAddress`). */
  addressFields?: readonly NoInfer<Name>[];
  /** Field with the external URL to which the name of a row links; null if it links to its own page. */
  linkField?: NoInfer<Name> | null;
  /** Column that must be known for a row to be listed; null if every row is listed. */
  listedIfKnown?: NoInfer<Name> | null;
  /** Field with the launch day of a row's entity in the catalog; null for none. */
  launchField?: NoInfer<Name> | null;
  /** Lists of totals nested in each row. */
  nestedStats?: readonly NestedStats[];
  /** Objects, lists and second names of fields, for clients that read them. */
  nested?: readonly NestedPart[];
  /** Aliases of metrics in rows, for clients that read them. */
  metricAliases?: readonly string[];
  /** Maximum number of rows on a page. */
  maxPerPage?: number;
  /**
   * Enables paging by key in addition to page numbers: for tables that grow to millions of rows, ordered by
   * this time and the id, which together identify every row. Rows have no metrics.
   */
  pagedByKey?: { time: NoInfer<Name> } | null;
}

export interface Resource<Slug extends string = string, Name extends string = string>
  extends Required<ResourceDraft<Slug, Name>> {
  /** Table in the market store. */
  table: string;
  /** Field that identifies a row and breaks ties in every sort. */
  idField: "id";
  /** The kind of entity of its rows; null for none. */
  entity: EntityKind | null;
  /** Entity type of its metrics; null if it has none. */
  metricsOf: EntityType | null;
}

/** Fills in the defaults of resources and the declaration of the kind of entity that it lists. */
export function describeResource<const Slug extends string, Name extends string>(
  draft: ResourceDraft<Slug, Name>,
  table: string = draft.slug,
): Resource<Slug, Name> {
  const entity = kindListedBy(draft.slug);
  const metricsOf = entityTypes.find((type) => type === entity) ?? null;
  return {
    aliases: [],
    slugField: null,
    permission: "public",
    addressFields: [],
    linkField: null,
    listedIfKnown: null,
    launchField: null,
    nestedStats: [],
    nested: [],
    metricAliases: [],
    // Documented for rows with every field, however many metrics there are.
    maxPerPage: metricsOf === null ? 100 : 200,
    pagedByKey: null,
    ...draft,
    table,
    idField: "id",
    entity,
    metricsOf,
  };
}

/** A resource whose rows come from the catalog. */
export interface CatalogResource<Row, Slug extends string = string, Name extends string = string>
  extends Resource<Slug, Name> {
  fields: readonly CatalogField<Row, Name>[];
  rows: (catalog: CatalogIndex) => readonly Row[];
  /** The values of some fields in every row, as stored in the table of the resource. */
  valuesOf: (catalog: CatalogIndex, fields: readonly string[]) => Record<string, FieldValue>[];
}

/** As `describeResource`, for a resource whose rows come from the catalog. */
export const catalogResource =
  <Row>() =>
  <const Slug extends string, Name extends string>(
    draft: Omit<ResourceDraft<Slug, Name>, "fields"> & {
      fields: readonly CatalogField<Row, Name>[];
      rows: (catalog: CatalogIndex) => readonly Row[];
    },
  ): CatalogResource<Row, Slug, Name> => ({
    ...describeResource(draft, `dim_${draft.slug}`),
    fields: draft.fields,
    rows: draft.rows,
    valuesOf: (catalog, names) => {
      const fields = draft.fields.filter(({ name }) => names.includes(name));
      return draft
        .rows(catalog)
        .map((row) => Object.fromEntries(fields.map(({ name, read }) => [name, read(row, catalog)])));
    },
  });

/** The field by which rows of a resource refer to an entity of a kind, or by which its own rows are named. */
export const fieldReferringTo = <F extends Field>(
  resource: { fields: readonly F[] },
  kind: EntityKind,
  part: string,
): F | undefined =>
  resource.fields.find(({ refersTo }) => refersTo?.entity === kind && refersTo.field === part);

/** Another part of the referenced entity: `network_slug` for `network_name`. */
export function siblingField(
  { fields }: Pick<Resource, "fields">,
  name: string,
  part: string,
): Field | undefined {
  const to = fields.find((field) => field.name === name)?.refersTo ?? null;
  return fields.find(
    ({ refersTo }) => to !== null && to.as !== null && refersTo?.as === to.as && refersTo.field === part,
  );
}

/** The hidden fields of a resource: those named, and those that reveal a hidden field. */
export function hiddenFieldsOf(
  fields: readonly Pick<Field, "name" | "policy">[],
  named: readonly string[],
): ReadonlySet<string> {
  const hidden = new Set(named);
  const revealing = () =>
    fields.filter(({ name, policy }) => !hidden.has(name) && policy.reveals.some((one) => hidden.has(one)));
  for (let more = revealing(); more.length > 0; more = revealing()) {
    for (const { name } of more) hidden.add(name);
  }
  return hidden;
}

/** The specific part of a field; the rest follows from its type. */
export type FieldDraft<F extends Field> = Pick<F, "name" | "type" | "label" | "doc"> &
  Partial<Omit<F, "links" | "policy">> & {
    links?: Partial<FieldLinks>;
    policy?: Partial<FieldPolicy>;
    /** Meaning of null for readers of the data API, as "if unknown". */
    whenNull?: string;
  };

const defaults = {
  aliases: [],
  unit: null,
  values: null,
  describeValue: null,
  nullable: false,
  exposed: true,
  source: "catalog",
  computed: false,
  refersTo: null,
  complementOf: null,
} as const;

const isPlain = (type: FieldType) => type !== "text" && type !== "url" && type !== "color";

/** Fills in the defaults of a field's type, so that a description states only what is particular. */
export function field<const Name extends string>({
  whenNull,
  links,
  policy,
  ...draft
}: FieldDraft<Field<Name>>): Field<Name> {
  const plain = isPlain(draft.type);
  const many = draft.type === "ids" || draft.type === "strings";
  return {
    ...defaults,
    filterable: plain,
    sortable: plain && !many,
    groupable: draft.type === "enum" || draft.type === "boolean",
    hint: draft.doc,
    ...draft,
    links: { names: null, note: null, ...links },
    policy: { reveals: [], overListings: null, ...policy },
    ...(whenNull !== undefined && { doc: `${draft.doc.replace(/\.$/, "")}; null ${whenNull}.` }),
  };
}

/** As `field`, for a field read from catalog rows. */
export function catalogField<Row, const Name extends string = string>(
  draft: FieldDraft<CatalogField<Row, Name>> & Pick<CatalogField<Row, Name>, "read">,
): CatalogField<Row, Name> {
  return { ...field(draft), read: draft.read };
}
