import type { FieldMeta } from "#domain/api";
import { type FilterValue, type Operator, textOfPattern } from "#domain/query";
import { wordsOfValue } from "#domain/vocabulary";
import { formatDate } from "../../../format/formatDate";
import { formatDecimalText, formatExact } from "../../../format/formatNumber";
import type { FilteredField } from "./filteredFields";
import { isChosenByName } from "./offeredFields";
import type { Condition } from "./tableSearch";

/** Operators as shown to readers. */
export const operatorWords: Readonly<Record<Operator, string>> = {
  equals: "is",
  notEquals: "is not",
  gt: "above",
  gte: "at least",
  lt: "below",
  lte: "at most",
  like: "matches",
  ilike: "contains",
  notLike: "does not match",
  startsWith: "starts with",
  endsWith: "ends with",
  in: "is one of",
  "not-in": "is not one of",
  includes: "includes all of",
  "not-includes": "does not include",
  before: "before",
  onOrBefore: "on or before",
  after: "after",
  onOrAfter: "from",
};

/**
 * The operators offered for a field, the usual one first; empty if filtering by it is not useful to readers.
 */
export function offeredOperators({
  type,
  filterable,
  refers_to,
}: Pick<FieldMeta, "type" | "filterable" | "refers_to">): readonly Operator[] {
  if (!filterable) return [];
  // Values that are codes in the data are selected by name.
  if (type === "string" && isChosenByName({ refers_to })) return ["in", "not-in"];
  switch (type) {
    case "metric":
    case "number":
    case "amount":
      return ["gte", "lte", "gt", "lt", "equals"];
    case "boolean":
      return ["equals"];
    case "enum":
    case "slug":
    case "strings":
      return ["in", "not-in"];
    case "string":
      return ["ilike", "equals", "startsWith"];
    case "date":
    case "datetime":
      return ["onOrAfter", "onOrBefore"];
    default:
      return [];
  }
}

/** A filter's value as text: `$1,000,000.00`, `Yes`, `31 Jan 2026`, `Base, Ethereum`. */
export function valueWords(column: FilteredField | undefined, value: FilterValue): string {
  if (value === null) return "unknown";
  if (Array.isArray(value)) return value.map((one) => valueWords(column, one)).join(", ");
  if (typeof value === "string") {
    if (column !== undefined && Object.hasOwn(column.names, value)) return column.names[value] ?? value;
    if (column?.type === "enum" || column?.values) return wordsOfValue(value);
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return column?.unit ? formatExact(value, column.unit) : String(value);
  if (typeof value === "string" && (column?.type === "date" || column?.type === "datetime"))
    return formatDate(value);
  if (typeof value === "string" && column?.type === "amount") return formatDecimalText(value);
  return textOfPattern(String(value).replace(/^%|(?<!\\)%$/g, ""));
}

/** Conditions with their own wording in place of the field's label and the operator. */
const conditionPhrases: Readonly<Record<string, Partial<Record<Operator, string>>>> = {
  offered_countries: { in: "Stated as offered in", "not-in": "Not stated as offered in" },
  excluded_countries: { in: "Closed to investors in", "not-in": "Not closed to investors in" },
};

/** A condition as text: “Network is one of Base”. */
export function conditionWords(
  [path, operator, value]: Condition,
  filtered: readonly FilteredField[],
): string {
  const field = filtered.find(({ name }) => name === path.split(".")[0]);
  const phrase = conditionPhrases[path]?.[operator] ?? `${field?.label ?? path} ${operatorWords[operator]}`;
  return `${phrase} ${valueWords(field, value)}`;
}
