import {
  type FieldMeta,
  operatorsOfRecordField,
  type RecordField,
  type RecordType,
  type RecordValue,
  type ResourceRow,
  type StoredRecord,
} from "#domain";

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
export const recordColumns = ({ fields, namedBy }: RecordType): FieldMeta[] =>
  [
    ...fields.filter(({ name }) => name === namedBy[0]),
    ...fields.filter(({ name, listed }) => listed && name !== namedBy[0]),
  ].map((field) => ({ ...recordFieldMeta(field), ...(isDay(field) && { type: "date" }) }));

/** A record as a row of a table. */
export const recordRow = ({ id, values, names }: StoredRecord): ResourceRow => ({ ...values, ...names, id });

/** A record as a row of its kind's list. */
export const listRow = (type: RecordType, record: StoredRecord): ResourceRow => ({
  ...recordRow(record),
  ...Object.fromEntries(
    type.fields.filter(isDay).map(({ name }) => [name, dayOf(record.values[name] ?? null)]),
  ),
});

const dayOf = (moment: RecordValue): RecordValue =>
  typeof moment === "string" ? moment.slice(0, 10) : moment;
