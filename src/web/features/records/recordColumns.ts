import {
  type FieldMeta,
  operatorsOfRecordField,
  type RecordField,
  type RecordType,
  type RecordValue,
  type ResourceRow,
  recordField,
  type StoredRecord,
} from "#domain";
import { changeWords } from "./changeWords";

/** The fields of a kind as tables and filters know fields. References are shown and filtered by names. */
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

/** Moments of which a list shows the day. */
const isDay = ({ type, listedTo }: RecordField): boolean => type === "datetime" && listedTo === "day";

/** The columns of a kind's list: what names a record first. */
export const recordColumns = ({ fields, namedBy, name: kind }: RecordType): FieldMeta[] => [
  ...[
    ...fields.filter(({ name }) => name === namedBy[0]),
    ...fields.filter(({ name, listed }) => listed && name !== namedBy[0]),
  ].map((field) => ({ ...recordFieldMeta(field), ...(isDay(field) && { type: "date" as const }) })),
  ...(kind === "audit_log" ? [changeColumn] : []),
];

/** What an entry of the audit log changed: made of fields that lists do not show. */
const changeColumn: FieldMeta = {
  ...recordFieldMeta(recordField({ name: "change", label: "Change", type: "text" })),
  filterable: false,
  sortable: false,
};

/** A record as a row of a table. */
export const recordRow = ({ id, values, names }: StoredRecord): ResourceRow => ({ ...values, ...names, id });

/** A record as a row of its kind's list: what it means that it is without something is said in place of a dash. */
export function listRow(type: RecordType, record: StoredRecord): ResourceRow {
  const row = recordRow(record);
  const told = type.fields.map((field) => {
    const value = row[field.name] ?? null;
    if (field.blank !== null && (value === null || (Array.isArray(value) && value.length === 0)))
      return [field.name, field.type === "strings" ? [field.blank] : field.blank];
    return [field.name, isDay(field) ? dayOf(record.values[field.name] ?? null) : value];
  });
  const change = type.name === "audit_log" ? { change: changeWords(record.values) } : {};
  return { ...row, ...Object.fromEntries(told), ...change };
}

const dayOf = (moment: RecordValue): RecordValue =>
  typeof moment === "string" ? moment.slice(0, 10) : moment;
