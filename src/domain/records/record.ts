/**
 * A kind of record about people: rows of the people store that administrators list, search, show, create,
 * edit and delete. A kind is described once, as data; its lists, forms, pages, validation and entries of the
 * audit log come from that description. `#accounts` has the tables.
 */

import { filterOperatorsOf, type Operator } from "../query/operators";
import type { FieldType } from "../resources/resource";
import type { Permission } from "../vocabulary/permissions";
import type { RecordKind } from "../vocabulary/recordKind";
import type { RecordName } from "../vocabulary/recordKinds.gen";

export type RecordFieldType =
  | Extract<FieldType, "id" | "string" | "text" | "number" | "boolean" | "datetime" | "enum" | "strings">
  /** An object as JSON: shown, but neither filtered nor sorted by. */
  | "json";

/** The value of a field of a record, in JSON. References are ids. */
export type RecordValue = string | number | boolean | null | readonly string[];
export type RecordValues = Readonly<Record<string, RecordValue>>;

export interface RecordField {
  /** Also the name of the column. */
  name: string;
  label: string;
  /** Help text under the field of a form. */
  doc: string;
  type: RecordFieldType;
  /** The values of an `enum`, or those that `strings` are chosen from. */
  values: readonly string[] | null;
  /**
   * The kind of the records whose ids it contains. Their names are shown, searched, filtered and sorted by.
   */
  refersTo: RecordName | null;
  /** Whether it can be empty: null, a blank text or an empty list. */
  optional: boolean;
  /** Meaning of an empty value where it is not "unknown": "All". */
  blank: string | null;
  /** Bounds of a number, of the length of a text, or of the size of a list. */
  min: number;
  max: number;
  /** When forms accept a value: always, on creation only, or never. */
  editable: "always" | "once" | "never";
  /** Whether lists have a column for it. */
  listed: boolean;
  /** Precision of a timestamp in lists. */
  listedTo: "day" | "second";
  /** Shown in a monospaced font, such as JSON. */
  isCode: boolean;
  /**
   * For a filter of rows: the field that lists the resources whose rows it filters; null for other fields.
   */
  filtersRowsOf: string | null;
}

/** Groups of the tabs of administration, in their order. */
export const recordGroups = ["People", "API access", "Site"] as const;
export type RecordGroup = (typeof recordGroups)[number];

export interface RecordType extends RecordKind<RecordName> {
  label: string;
  doc: string;
  /** The group of tabs with its list. */
  group: RecordGroup;
  permission: Permission;
  fields: readonly RecordField[];
  /** The fields that make up the name of a record, in order; the first column of its list. */
  namedBy: readonly string[];
  /** The searched text fields. References are searched by name. */
  searchFields: readonly string[];
  /** Fields whose combined values are unique. */
  unique: readonly string[];
  defaultSort: { field: string; direction: "asc" | "desc" };
  /** The fields written to the audit log, which is never deleted; all fields by default. */
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

/** The operators that a filter can use on a field. References are filtered by name. */
export const operatorsOfRecordField = ({ type, refersTo }: RecordField): readonly Operator[] =>
  refersTo !== null ? filterOperatorsOf("string") : type === "json" ? [] : filterOperatorsOf(type);

/** Fills in the defaults of fields. */
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
  editable: "always",
  listed: true,
  listedTo: "day",
  isCode: false,
  filtersRowsOf: null,
  ...draft,
});

type InCommon = "aliases" | "inMenu" | "can" | "hasPage" | "permission";

/** Fills in the defaults of kinds. `npm run docs` generates the type of a new name. */
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

/** Read-only access of administrators, for records that others write. */
export const onlyRead = { create: false, edit: false, delete: false } as const;

/** Times of creation and last change, for all kinds that administrators edit. */
export const changeFields: readonly RecordField[] = [
  recordField({ name: "createdAt", label: "Created", type: "datetime", editable: "never", listed: false }),
  recordField({ name: "updatedAt", label: "Updated", type: "datetime", editable: "never" }),
];

/** The path of the page of a record, or of its form if it has no page. */
export const recordPath = (type: RecordType, id: string | number): string | null => {
  if (type.hasPage) return `${type.path}/${encodeURIComponent(String(id))}`;
  return type.can.edit ? editRecordPath(type, id) : null;
};

/** The paths of the forms for a new and an existing record. */
export const newRecordPath = ({ path }: RecordType): string => `${path}/new`;
export const editRecordPath = ({ path }: RecordType, id: string | number): string =>
  `${path}/${encodeURIComponent(String(id))}/edit`;

/** A record as returned to lists and pages. */
export interface StoredRecord {
  id: string | number;
  /** Display name. */
  label: string;
  /** By field; timestamps as ISO 8601 in UTC. */
  values: RecordValues;
  /** Display names of referenced records, by field. */
  names: Readonly<Record<string, string>>;
}

export interface RecordPage {
  records: readonly StoredRecord[];
  /** The sort that was applied. */
  sort: { field: string; direction: "asc" | "desc" };
  pagination: { page: number; perPage: number; pageCount: number; resultCount: number };
}

/** Records that depend on a record: shown before it is deleted, and deleted with it. */
export interface Dependants {
  type: RecordName;
  count: number;
  /** The first of them. */
  records: readonly StoredRecord[];
}
