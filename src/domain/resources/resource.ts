/**
 * What a resource is. A resource is described once, as data; its table, its
 * REST endpoint and `/meta`, its tRPC procedures, columns, filters and exports
 * all come from that description.
 */
import type { Permission } from "../permissions";
import type { CatalogIndex } from "./catalogIndex";

export type FieldType =
  | "id"
  | "slug"
  | "string"
  | "text"
  | "url"
  | "color"
  | "number"
  | "boolean"
  | "date"
  | "datetime"
  | "enum"
  | "ids"
  | "strings"
  /** An exact integer or decimal that may exceed a double; text on the wire. */
  | "amount";

export type FieldValue = string | number | boolean | null | readonly number[] | readonly string[];

export interface Field {
  /** Wire name and column name. */
  name: string;
  /** Other wire names accepted in filters, sorts and groupings. */
  aliases: readonly string[];
  type: FieldType;
  label: string;
  doc: string;
  unit: string | null;
  /** Valid values of an `enum`. */
  values: readonly string[] | null;
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
  /** The field of another resource that its values are of; only for what its name does not say (`x_id`, `x_slug`, `x_name`). */
  refersTo?: FieldReference;
}

/** What the values of a field are values of. */
export interface FieldReference {
  /** Slug of the resource. */
  resource: string;
  /** Name of the field that holds the same value. */
  field: string;
}

/** A field of a catalog resource, with the way to read it from a catalog row. */
export interface CatalogField<Row> extends Field {
  read: (row: Row, catalog: CatalogIndex) => FieldValue;
}

/** What metrics are kept for. */
export const entityTypes = [
  "asset",
  "token",
  "network",
  "platform",
  "issuer",
  "manager",
  "asset_class",
  "jurisdiction",
] as const;
export type EntityType = (typeof entityTypes)[number];

/** Totals of a row's tokens by what they have in common, nested in the row: a network's `asset_class_stats`. */
export interface NestedStats {
  /** Name of the list in the row. */
  name: string;
  /** Grouping of the tokens (see `groups.ts`). */
  by: string;
  /** Column of the `tokens` table that holds the row's id. */
  rowColumn: string;
  /** Slugs of the metrics of each item. */
  metrics: readonly string[];
}

export interface Resource {
  /** Wire name: the last part of its path under `/api/v4`. */
  slug: string;
  /** Other paths that answer with the same resource. */
  aliases: readonly string[];
  singular: string;
  label: string;
  doc: string;
  /** Table in the market store. */
  table: string;
  fields: readonly Field[];
  /** Entity type under which its metrics are kept; null where it carries none. */
  metricsOf: EntityType | null;
  /** Field that identifies a row and breaks ties in every sort. */
  idField: string;
  /** Field accepted beside the id in `/{resource}/{id or slug}`; null where there is none. */
  slugField: string | null;
  /** Field name or `metric` / `metric.chg_30d_pct`. */
  defaultSort: { field: string; direction: "asc" | "desc" };
  maxPerPage: number;
  permission: Permission;
  /** Search columns for free text: names and tickers. */
  searchFields: readonly string[];
  /** Addresses and hashes: searched as a whole, and in part by words that look like one (`looksLikeAddress`). */
  addressFields?: readonly string[];
  /** Page of one row in the web application; null where there is none. */
  pagePath: string | null;
  /** Column of rows that are listed only where a figure of theirs is known; null where every row is listed. */
  listedIfKnown: string | null;
  /** Lists of totals nested in each row. */
  nestedStats?: readonly NestedStats[];
  /** Aliases of metrics under which rows carry them too, for clients that read them so. */
  metricAliases?: readonly string[];
}

/** A resource whose rows are made from the catalog. */
export interface CatalogResource<Row> extends Omit<Resource, "fields"> {
  fields: readonly CatalogField<Row>[];
  rows: (catalog: CatalogIndex) => readonly Row[];
}

type FieldDraft<F extends Field> = Pick<F, "name" | "type" | "label" | "doc"> & Partial<F>;

const defaults = {
  aliases: [],
  unit: null,
  values: null,
  nullable: false,
  exposed: true,
  source: "catalog",
  computed: false,
} as const;

const isPlain = (type: FieldType) => type !== "text" && type !== "url" && type !== "color";

/** Fills in what follows from a field's type, so that a description says only what is particular. */
export function field(draft: FieldDraft<Field>): Field {
  const plain = isPlain(draft.type);
  const many = draft.type === "ids" || draft.type === "strings";
  return {
    ...defaults,
    filterable: plain,
    sortable: plain && !many,
    groupable: draft.type === "enum" || draft.type === "boolean",
    ...draft,
  };
}

/** As `field`, for a field read from catalog rows. */
export function catalogField<Row>(
  draft: FieldDraft<CatalogField<Row>> & Pick<CatalogField<Row>, "read">,
): CatalogField<Row> {
  return { ...field(draft), read: draft.read };
}
