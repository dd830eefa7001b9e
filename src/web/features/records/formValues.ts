import type { RecordField, RecordValue, StoredRecord } from "#domain";

/** What a form holds under a field: text as typed, or what is chosen. */
export type FormValue = string | readonly string[] | boolean;

const isList = ({ type }: RecordField) => type === "strings";

/** What a form starts with. */
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

/** What a form sends: numbers as numbers where they are any, so that the server can say what is wrong with the rest. */
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
