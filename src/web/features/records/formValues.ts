import type { RecordField, RecordValue, StoredRecord } from "#domain/records";

/** A form value: text as typed, or a selection. */
export type FormValue = string | readonly string[] | boolean;

const isList = ({ type }: RecordField) => type === "strings";

/** The initial values of a form. */
export const formValues = (
  fields: readonly RecordField[],
  record: StoredRecord | null,
): Record<string, FormValue> =>
  Object.fromEntries(
    fields.map((field) => {
      const value = record?.values[field.name] ?? null;
      if (field.type === "boolean") return [field.name, value === true];
      if (isList(field)) return [field.name, Array.isArray(value) ? value.map(String) : []];
      return [field.name, value === null ? "" : String(value)];
    }),
  );

/** The values that a form sends. Invalid numbers are sent as text, and the server reports the error. */
export const sentValues = (
  fields: readonly RecordField[],
  values: Readonly<Record<string, FormValue>>,
): Record<string, RecordValue> =>
  Object.fromEntries(
    fields.map((field): [string, RecordValue] => {
      const value = values[field.name] ?? "";
      if (typeof value !== "string") return [field.name, value];
      if (value.trim() === "") return [field.name, null];
      const isNumber = field.type === "number" || (field.type === "id" && /^\d+$/.test(value));
      return [field.name, isNumber && Number.isFinite(Number(value)) ? Number(value) : value];
    }),
  );
