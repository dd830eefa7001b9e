/** The change of an audit log entry in one line. */
import type { RecordValues } from "#domain/records";

/** Limit of named fields in a line; the page of the entry shows all. */
const SHOWN = 3;
const LONGEST = 60;
/** Set on every record, and not part of a change. */
const ignored: ReadonlySet<string> = new Set(["id", "createdAt", "updatedAt"]);

type Part = Readonly<Record<string, unknown>>;

function partOf(text: unknown): Part | null {
  if (typeof text !== "string" || text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : null;
  } catch {
    return null;
  }
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : shortened(value.map(String).join(", "));
  return shortened(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
const isBlank = (value: unknown) => valueWords(value) === "none";

/**
 * The fields that differ, as `enable-api-keys: none → true`; for a created or deleted record, its values;
 * otherwise the detail. Null if the entry contains only its action.
 */
export function changeWords({ before, after, detail }: RecordValues): string | null {
  const [was, is] = [partOf(before), partOf(after)];
  const parts =
    was !== null && is !== null
      ? [...new Set([...Object.keys(was), ...Object.keys(is)])]
          .filter((name) => !ignored.has(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]))
          .map((name) => `${name}: ${valueWords(was[name])} → ${valueWords(is[name])}`)
      : Object.entries(is ?? was ?? partOf(detail) ?? {})
          .filter(([name, value]) => !ignored.has(name) && !isBlank(value))
          .map(([name, value]) => `${name}: ${valueWords(value)}`);
  if (parts.length === 0)
    return typeof detail === "string" && partOf(detail) === null ? shortened(detail) || null : null;
  const more = parts.length - SHOWN;
  return [...parts.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}
