import { z } from "zod";
import { type InputProblem, InvalidError } from "#domain/errors";
import { plainLine, plainText } from "#domain/people";
import type { RecordField, RecordType, RecordValue, RecordValues } from "#domain/records";
import type { RecordId } from "./readRecords";

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const article = (label: string) => (/^[aeiou]/i.test(label) ? "an" : "a");

/** Accepted values of a form field that is not blank. */
function schemaOf({ type, label, values, min, max }: RecordField): z.ZodType<RecordValue> {
  switch (type) {
    case "number":
      return z
        .int({ error: "Enter a whole number" })
        .min(min, { error: `Enter at least ${min.toLocaleString("en-US")}` })
        .max(max, { error: `Enter at most ${max.toLocaleString("en-US")}` });
    case "boolean":
      return z.boolean();
    case "id":
      return z.union([z.int().positive().max(max), z.uuid()], {
        error: `Choose ${article(label)} ${label.toLowerCase()}`,
      });
    case "enum":
      return z.enum(values ?? [], { error: `Choose one of: ${(values ?? []).join(", ")}` });
    case "strings":
      return z
        .array(values === null ? plainLine(200).min(1) : z.enum(values, { error: "Choose a valid value" }))
        .max(max)
        .transform((given) => [...new Set(given)].sort());
    case "text":
      return plainText(max);
    default:
      return plainLine(max);
  }
}

const blankOf = ({ type }: RecordField) => (type === "strings" ? [] : null);

/**
 * Validates a submitted form by the fields of its kind. Fields that the form does not contain are rejected.
 *
 * @param before the record that is edited; null for a new one
 * @throws InvalidError with a problem under the name of each invalid field
 */
export function readDraft(
  type: RecordType,
  given: Readonly<Record<string, unknown>>,
  before: { id: RecordId; values: RecordValues } | null,
): RecordValues {
  const formFields = type.fields.filter(
    (field) => field.editable === "always" || (field.editable === "once" && before === null),
  );
  const problems: InputProblem[] = Object.keys(given).flatMap((name) =>
    formFields.some((field) => field.name === name) ? [] : [{ path: name, message: "cannot be set" }],
  );
  const draft: Record<string, RecordValue> = {};
  for (const field of formFields) {
    const value =
      typeof given[field.name] === "string" ? String(given[field.name]).trim() : given[field.name];
    if (isBlank(value)) {
      if (!field.optional) problems.push({ path: field.name, message: required(field) });
      draft[field.name] = blankOf(field);
      continue;
    }
    const parsed = schemaOf(field).safeParse(value);
    if (parsed.success) draft[field.name] = parsed.data;
    else problems.push({ path: field.name, message: parsed.error.issues[0]?.message ?? "is not valid" });
  }
  refuse(problems);
  return draft;
}

/** @throws InvalidError if there are problems */
export function refuse(problems: readonly InputProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new InvalidError(`${first.path}: ${first.message}`, problems);
}

const required = ({ type, label, refersTo }: RecordField): string => {
  const verb = type === "enum" || type === "strings" || refersTo !== null ? "Choose" : "Enter";
  return `${verb} ${article(label)} ${label.toLowerCase()}`;
};
