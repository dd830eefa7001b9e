/**
 * What a kind of record of people is: rows of the people store that administrators list, search, show, create,
 * edit and delete. A kind is described once, as data; its lists, forms and pages, what is checked and what is
 * written to the audit log come from that description. The table behind it stands in `#accounts`.
 */
import type { Permission } from "../permissions";
import { filterOperatorsOf, type Operator } from "../query/operators";
import type { FieldType } from "../resources/resource";
import type { RecordKind } from "../vocabulary/recordKind";
import type { RecordName } from "../vocabulary/recordKinds.gen";

export type RecordFieldType =
  | Extract<FieldType, "id" | "string" | "text" | "number" | "boolean" | "datetime" | "enum" | "strings">
  /** An object, as its JSON: it is shown, and neither filtered nor sorted by. */
  | "json";

/** What a record holds under a field, in JSON. References are ids. */
export type RecordValue = string | number | boolean | null | readonly string[];
export type RecordValues = Readonly<Record<string, RecordValue>>;

export interface RecordField {
  /** Also the name of the column. */
  name: string;
  label: string;
  /** What it means, under the field of a form. */
  doc: string;
  type: RecordFieldType;
  /** The values of an `enum`, or those that `strings` are chosen from. */
  values: readonly string[] | null;
  /** The kind whose records its values are ids of. It is shown, searched, filtered and sorted by their names. */
  refersTo: RecordName | null;
  /** Whether a record can be without it: null, a blank text or an empty list. */
  optional: boolean;
  /** What it means that a record is without it, where that is not that nothing is known: "All". */
  blank: string | null;
  /** Bounds of a number; of a text, its length; of a list, how many values. */
  min: number;
  max: number;
  /** When a form asks for it. */
  asked: "always" | "once" | "never";
  /** Whether lists have a column of it. */
  listed: boolean;
  /** How much of a moment a list shows. */
  listedTo: "day" | "second";
  /** Written in a face of fixed width: JSON, say. */
  isCode: boolean;
  /** For a filter of rows: the field that lists the resources whose rows it filters; null for other fields. */
  filtersRowsOf: string | null;
}

/** Groups of the tabs of administration, in their order. */
export const recordGroups = ["People", "API access", "Site"] as const;
export type RecordGroup = (typeof recordGroups)[number];

export interface RecordType extends RecordKind<RecordName> {
  label: string;
  doc: string;
  /** The group of tabs that its list is in. */
  group: RecordGroup;
  permission: Permission;
  fields: readonly RecordField[];
  /** The fields that name a record, in order; the first column of its list. */
  namedBy: readonly string[];
  /** The texts that words are looked for in. References are searched by the names of what they refer to. */
  searchFields: readonly string[];
  /** Fields whose values together no two records share. */
  unique: readonly string[];
  defaultSort: { field: string; direction: "asc" | "desc" };
  /** The fields that the audit log keeps, which forgets nothing; left out, all of them. */
  loggedFields?: readonly string[];
}

const MOST: Readonly<Record<RecordFieldType, number>> = {
  id: 2_147_483_647,
  number: 2_147_483_647,
  string: 120,
  text: 10_000,
  strings: 500,
  json: 1,
  enum: 1,
  boolean: 1,
  datetime: 1,
};

/** The operators that a filter may use on a field: references are filtered by the names of what they refer to. */
export const operatorsOfRecordField = ({ type, refersTo }: RecordField): readonly Operator[] =>
  refersTo !== null ? filterOperatorsOf("string") : type === "json" ? [] : filterOperatorsOf(type);

/** Fills in what most fields have in common. */
export const recordField = (
  draft: Pick<RecordField, "name" | "label" | "type"> & Partial<RecordField>,
): RecordField => ({
  doc: "",
  values: null,
  refersTo: null,
  optional: false,
  blank: null,
  min: draft.type === "number" ? 0 : 1,
  max: MOST[draft.type],
  asked: "always",
  listed: true,
  listedTo: "day",
  isCode: false,
  filtersRowsOf: null,
  ...draft,
});

type InCommon = "aliases" | "inMenu" | "can" | "hasPage" | "permission";

/** Fills in what most kinds have in common. The type of a new name comes with `npm run docs`. */
export const recordType = (
  name: RecordName,
  draft: Omit<RecordType, "name" | "path" | InCommon> & Partial<Pick<RecordType, InCommon>>,
): RecordType => ({
  name,
  path: `/admin/${name}`,
  aliases: [],
  inMenu: true,
  can: { create: true, edit: true, delete: true },
  hasPage: true,
  permission: "admin",
  ...draft,
});

/** What administrators may do with what others write: read it. */
export const onlyRead = { create: false, edit: false, delete: false } as const;

/** When a record was made and changed last, as every kind that administrators edit keeps it. */
export const changeFields: readonly RecordField[] = [
  recordField({ name: "createdAt", label: "Created", type: "datetime", asked: "never", listed: false }),
  recordField({ name: "updatedAt", label: "Updated", type: "datetime", asked: "never" }),
];

/** The address of a page of a record: its own, or that of its form where it has none of its own. */
export const recordPath = (type: RecordType, id: string | number): string | null => {
  if (type.hasPage) return `${type.path}/${encodeURIComponent(String(id))}`;
  return type.can.edit ? editRecordPath(type, id) : null;
};

/** The address of the form of a new record, and of the form of one that there is. */
export const newRecordPath = ({ path }: RecordType): string => `${path}/new`;
export const editRecordPath = ({ path }: RecordType, id: string | number): string =>
  `${path}/${encodeURIComponent(String(id))}/edit`;

/** A record as lists and pages have it. */
export interface StoredRecord {
  id: string | number;
  /** What it is called. */
  label: string;
  /** By field; moments as ISO 8601 in UTC. */
  values: RecordValues;
  /** What the records that it refers to are called, by field. */
  names: Readonly<Record<string, string>>;
}

export interface RecordPage {
  records: readonly StoredRecord[];
  /** The sort that was applied. */
  sort: { field: string; direction: "asc" | "desc" };
  pagination: { page: number; perPage: number; pageCount: number; resultCount: number };
}

/** What depends on a record: it is shown before the record goes, and goes with it. */
export interface Dependants {
  type: RecordName;
  count: number;
  /** The first of them. */
  records: readonly StoredRecord[];
}
