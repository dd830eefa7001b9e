/**
 * What a resource is. A resource is described once, as data; its table, its
 * REST endpoint and `/meta`, its tRPC procedures, columns, filters and exports
 * all come from that description.
 */
import type { MetricSlug } from "../metrics/catalogue";
import type { Permission } from "../permissions";
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
 * What a field says of the listings of its row: how many there are, or which values of a column they or their assets have.
 * Tables hold it over all listings.
 */
export type OverListings = { count: "assets" | "tokens" } | { distinct: string; of: "listings" | "assets" };

export interface Field<Name extends string = string> {
  /** Wire name and column name. */
  name: Name;
  /** Other wire names accepted in filters, sorts and groupings. */
  aliases: readonly string[];
  type: FieldType;
  label: string;
  /** What it holds, to who reads it by the data API. */
  doc: string;
  /** The same to who reads it on a screen, where names stand for slugs and codes, and a dash for what is not known. */
  hint: string;
  unit: string | null;
  /** Valid values of an `enum`. */
  values: readonly string[] | null;
  /** Meaning of a value of an `enum`, which `doc` and `hint` list too; null where its words say it. */
  describeValue: ((value: string) => string | null) | null;
  nullable: boolean;
  filterable: boolean;
  sortable: boolean;
  groupable: boolean;
  /** False keeps a helper column out of responses. */
  exposed: boolean;
  /** Where the value comes from, for the data dictionary. */
  source: string;
  /** True where no table holds it: it is computed from the figures of the row when it is read. */
  computed: boolean;
  /** What it says of the listings of its row; null where it says nothing of them. */
  overListings: OverListings | null;
  /** What its values are values of; null for plain values. */
  refersTo: FieldReference | null;
  /**
   * List field of the same row: unless that list is empty, filters by this list also match every value outside it. Null where
   * filters match the values of the list alone.
   */
  complementOf: string | null;
  /** Field whose words qualify its values, shown with them; null where they stand alone. */
  noteField: string | null;
  /** True where its values may name kinds of entity: of each such kind the row is the one with its slug. */
  namesProfiles: boolean;
  /** True where its values are entities as `network/ethereum/Ethereum`: kind, slug and name. */
  namesEntities: boolean;
  /** True where its values are addresses of documents, which are called by their file rather than by their site. */
  namesDocuments: boolean;
}

/** A field of a catalog resource, with the way to read it from a catalog row. */
export interface CatalogField<Row, Name extends string = string> extends Field<Name> {
  read: (row: Row, catalog: CatalogIndex) => FieldValue;
}

/** Totals of a row's tokens by what they have in common, nested in the row: a network's `asset_class_stats`. */
export interface NestedStats {
  /** Name of the list in the row. */
  name: string;
  /** What the tokens of an item have in common. */
  by: EntityKind;
  metrics: readonly MetricSlug[];
  /**
   * What rows of a list have of it where `fields` does not name it: the largest few items, with fewer metrics. Rows
   * that are asked for one by one have all of it. Null where lists have all of it too.
   */
  brief: { items: number; metrics: readonly MetricSlug[] } | null;
}

/** An object made of fields of the row, as existing clients read it: `asset_class {id, slug, name}`. */
export interface NestedObject {
  kind: "object";
  name: string;
  doc: string;
  /** Its properties, each with the field that it repeats. */
  parts: Readonly<Record<string, string>>;
}

/** A field of the row under another name, as existing clients read it. */
export interface NestedCopy {
  kind: "copy";
  name: string;
  doc: string;
  of: string;
  /** Whether an exact decimal, which is text, becomes a number. */
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
  /** Boolean field of the other resource: rows where it is true are left out. */
  without: string;
  fields: readonly string[];
  /** Metrics of each row, under the metric's slug. */
  metrics: readonly MetricSlug[];
}

/** What rows carry beside their fields and metrics, where everything is asked for or `fields` names it. */
export type NestedPart = NestedObject | NestedCopy | NestedRows;

/** The id, slug and name of an entity that a row names, as an object. */
export function nestedEntity(kind: EntityKind, more: Readonly<Record<string, string>> = {}): NestedObject {
  const { prefix, label } = entityOf(kind);
  return {
    kind: "object",
    name: prefix,
    doc: `Its ${label.toLowerCase()}: the fields \`${prefix}_*\` as an object. Null if there is none.`,
    parts: { id: `${prefix}_id`, slug: `${prefix}_slug`, name: `${prefix}_name`, ...more },
  };
}

/** What is described of a resource. */
interface ResourceDraft<Slug extends string, Name extends string> {
  /** Wire name: the last part of its path under `/api/v4`. */
  slug: Slug;
  /** Other paths that answer with the same resource. */
  aliases?: readonly string[];
  singular: string;
  label: string;
  doc: string;
  fields: readonly Field<Name>[];
  /** Field accepted beside the id in `/{resource}/{id or slug}`; null where there is none. */
  slugField?: NoInfer<Name> | null;
  defaultSort: { field: NoInfer<Name> | MetricSlug; direction: "asc" | "desc" };
  permission?: Permission;
  /** Search columns for free text: names and tickers. */
  searchFields: readonly NoInfer<Name>[];
  /** Addresses and hashes: searched as a whole, and in part by words that look like one (`looksLikeAddress`). */
  addressFields?: readonly NoInfer<Name>[];
  /** Field with the address, elsewhere, that the name of a row leads to; null where it leads to its own page. */
  linkField?: NoInfer<Name> | null;
  /** Column of rows that are listed only where a figure of theirs is known; null where every row is listed. */
  listedIfKnown?: NoInfer<Name> | null;
  /** Field of the day on which a row's entity was launched, as the catalog has it; null where there is none. */
  launchField?: NoInfer<Name> | null;
  /** Lists of totals nested in each row. */
  nestedStats?: readonly NestedStats[];
  /** Objects, lists and second names of fields that rows carry, for clients that read them so. */
  nested?: readonly NestedPart[];
  /** Aliases of metrics under which rows carry them too, for clients that read them so. */
  metricAliases?: readonly string[];
  /** Most rows on a page. */
  maxPerPage?: number;
  /**
   * Set where lists can be paged by key, beside pages by number: for tables that grow to millions of rows, kept in the
   * order of this time and the id, which together tell every row. Rows carry no metrics.
   */
  pagedByKey?: { time: NoInfer<Name> } | null;
}

export interface Resource<Slug extends string = string, Name extends string = string>
  extends Required<ResourceDraft<Slug, Name>> {
  /** Table in the market store. */
  table: string;
  /** Field that identifies a row and breaks ties in every sort. */
  idField: "id";
  /** The kind of entity that its rows are; null where they are none. */
  entity: EntityKind | null;
  /** Entity type under which its metrics are kept; null where it carries none. */
  metricsOf: EntityType | null;
}

/** Fills in what most resources have in common, and what is declared of the kind of entity that it lists. */
export function describeResource<const Slug extends string, Name extends string>(
  draft: ResourceDraft<Slug, Name>,
  table: string = draft.slug,
): Resource<Slug, Name> {
  const entity = kindListedBy(draft.slug);
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
    maxPerPage: 100,
    pagedByKey: null,
    ...draft,
    table,
    idField: "id",
    entity,
    metricsOf: entityTypes.find((type) => type === entity) ?? null,
  };
}

/** A resource whose rows are made from the catalog. */
export interface CatalogResource<Row, Slug extends string = string, Name extends string = string>
  extends Resource<Slug, Name> {
  fields: readonly CatalogField<Row, Name>[];
  rows: (catalog: CatalogIndex) => readonly Row[];
  /** The values of some fields in every row: what the table of the resource holds. */
  valuesOf: (catalog: CatalogIndex, fields: readonly string[]) => Record<string, FieldValue>[];
}

/** As `describeResource`, for a resource whose rows are made from the catalog. */
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

/** The field by which rows of a resource name an entity of a kind, or by which its own rows are named. */
export const fieldReferringTo = <F extends Field>(
  resource: { fields: readonly F[] },
  kind: EntityKind,
  part: string,
): F | undefined =>
  resource.fields.find(({ refersTo }) => refersTo?.entity === kind && refersTo.field === part);

/** The field that holds another part of the entity that a row names by a field: `network_slug` of `network_name`. */
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

/** What a description says of a field; the rest follows from its type. */
export type FieldDraft<F extends Field> = Pick<F, "name" | "type" | "label" | "doc"> &
  Partial<F> & {
    /** When it is null, as "if unknown": said to who reads it by the data API. */
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
  overListings: null,
  refersTo: null,
  complementOf: null,
  noteField: null,
  namesProfiles: false,
  namesEntities: false,
  namesDocuments: false,
} as const;

const isPlain = (type: FieldType) => type !== "text" && type !== "url" && type !== "color";

/** Fills in what follows from a field's type, so that a description says only what is particular. */
export function field<const Name extends string>({
  whenNull,
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
    ...(whenNull !== undefined && { doc: `${draft.doc.replace(/\.$/, "")}; null ${whenNull}.` }),
  };
}

/** As `field`, for a field read from catalog rows. */
export function catalogField<Row, const Name extends string = string>(
  draft: FieldDraft<CatalogField<Row, Name>> & Pick<CatalogField<Row, Name>, "read">,
): CatalogField<Row, Name> {
  return { ...field(draft), read: draft.read };
}
