import type { FieldMeta, ResourceRow } from "#domain/api";
import {
  operatorsOfRecordField,
  type RecordField,
  type RecordType,
  type RecordValue,
  recordField,
  type StoredRecord,
} from "#domain/records";
import { changeWords } from "./changeWords";

/** Converts record fields to the fields of tables and filters. References are shown and filtered by name. */
export const recordFieldMeta = (field: RecordField): FieldMeta => {
  const { name, label, doc, type, values, refersTo, optional } = field;
  const shown = refersTo !== null ? "string" : type === "json" ? "text" : type;
  const operators = operatorsOfRecordField(field);
  return {
    name,
    label,
    doc,
    type: shown,
    values,
    unit: null,
    format: null,
    polarity: null,
    refers_to: null,
    aliases: [],
    source: "",
    nullable: optional,
    operators,
    filterable: operators.length > 0,
    sortable: type !== "strings" && type !== "json",
    groupable: false,
  };
};

/** True for times that a list shows by day. */
const isDay = ({ type, listedTo }: RecordField): boolean => type === "datetime" && listedTo === "day";

/** The columns of a list; the naming field comes first. */
export const recordColumns = ({ fields, namedBy, name: kind }: RecordType): FieldMeta[] => [
  ...[
    ...fields.filter(({ name }) => name === namedBy[0]),
    ...fields.filter(({ name, listed }) => listed && name !== namedBy[0]),
  ].map((field) => ({ ...recordFieldMeta(field), ...(isDay(field) && { type: "date" as const }) })),
  ...(kind === "audit_log" ? [changeColumn] : []),
];

/** Change of an audit log entry, computed from fields that lists do not show. */
const changeColumn: FieldMeta = {
  ...recordFieldMeta(recordField({ name: "change", label: "Change", type: "text" })),
  filterable: false,
  sortable: false,
};

/** A record as a row of a table. */
export const recordRow = ({ id, values, names }: StoredRecord): ResourceRow => ({ ...values, ...names, id });

/** A record as a row of its list. Missing values are replaced by their meaning. */
export function listRow(type: RecordType, record: StoredRecord): ResourceRow {
  const row = recordRow(record);
  const displayed = type.fields.map((field) => {
    const value = row[field.name] ?? null;
    if (field.blank !== null && (value === null || (Array.isArray(value) && value.length === 0)))
      return [field.name, field.type === "strings" ? [field.blank] : field.blank];
    return [field.name, isDay(field) ? dayOf(record.values[field.name] ?? null) : value];
  });
  const change = type.name === "audit_log" ? { change: changeWords(record.values) } : {};
  return { ...row, ...Object.fromEntries(displayed), ...change };
}

const dayOf = (moment: RecordValue): RecordValue =>
  typeof moment === "string" ? moment.slice(0, 10) : moment;
