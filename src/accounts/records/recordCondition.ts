import { and, arrayContains, arrayOverlaps, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type Filter,
  type FilterLeaf,
  type FilterScalar,
  invalidAt,
  isFilterGroup,
  likePattern,
  type Operator,
  operatorsOfRecordField,
  type RecordField,
  type RecordType,
} from "#domain";
import type { RecordSource } from "./recordSource";

/** What a field is filtered as: references are filtered by names. */
const filteredType = ({ type, refersTo }: RecordField): RecordField["type"] =>
  refersTo === null ? type : "string";

/**
 * A filter over records as a condition; null where it asks nothing.
 * @throws InvalidError naming the part that does not fit
 */
export function recordCondition(
  type: RecordType,
  source: RecordSource,
  filter: Filter | null,
  path = "filter",
): SQL | undefined {
  if (filter === null) return undefined;
  if (!isFilterGroup(filter)) return leafCondition(type, source, filter, path);
  const parts = filter.filters.map((part, index) =>
    recordCondition(type, source, part, `${path}.filters[${index}]`),
  );
  if (parts.length === 0) return filter.operator === "or" ? sql`false` : undefined;
  return filter.operator === "and" ? and(...parts) : or(...parts);
}

function leafCondition(type: RecordType, source: RecordSource, leaf: FilterLeaf, path: string): SQL {
  const field = type.fields.find(({ name }) => name === leaf.field);
  if (field === undefined) {
    throw invalidAt(`${path}.field`, `there is no field ${JSON.stringify(leaf.field)}`);
  }
  const operators = operatorsOfRecordField(field);
  if (!operators.includes(leaf.operator)) {
    throw invalidAt(
      `${path}.operator`,
      `${leaf.operator} does not apply to ${field.name}; use ${operators.join(", ")}`,
    );
  }
  const values = (Array.isArray(leaf.value) ? leaf.value : [leaf.value]).map((value) =>
    readValue(field, value, `${path}.value`),
  );
  return condition(source.shown(field), leaf.operator, { values, field, path: `${path}.value` });
}

type Value = string | number | boolean | Date | null;

function readValue(field: RecordField, value: FilterScalar, path: string): Value {
  if (value === null) return null;
  switch (filteredType(field)) {
    case "number":
    case "id":
      if (typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) <= MOST) return value;
      throw invalidAt(path, "must be a whole number of at most nine digits");
    case "boolean":
      if (typeof value === "boolean") return value;
      throw invalidAt(path, "must be true or false");
    case "datetime": {
      const moment = typeof value === "string" && /^[1-9]\d{3}-/.test(value) ? new Date(value) : null;
      if (moment !== null && !Number.isNaN(moment.getTime())) return moment;
      throw invalidAt(path, "must be a date such as 2026-01-31");
    }
    default: {
      const text = String(value);
      if (text.includes("\0")) throw invalidAt(path, "must not contain a NUL character");
      return text;
    }
  }
}

/** Whole numbers of records are of four bytes; one of nine digits fits into every column. */
const MOST = 999_999_999;

const DAY_MS = 86_400_000;
const opposites: Partial<Record<Operator, Operator>> = {
  notEquals: "equals",
  "not-in": "in",
  notLike: "like",
  "not-includes": "includes",
};

interface Compared {
  values: readonly Value[];
  field: RecordField;
  path: string;
}

function condition(shown: SQLWrapper, operator: Operator, compared: Compared): SQL {
  const opposite = opposites[operator];
  // An operator and its negation split the records in two, the unknown ones included.
  if (opposite !== undefined) {
    return sql`not coalesce(${condition(shown, opposite, compared)}, false)`;
  }
  const { values, field, path } = compared;
  const [value = null] = values;
  if (field.type === "strings") {
    const texts = values.map(String);
    if (texts.length === 0) return sql`false`;
    return operator === "includes" ? arrayContains(shown, texts) : arrayOverlaps(shown, texts);
  }
  if (operator === "in" || operator === "equals") {
    if (field.type === "datetime") {
      return or(...values.map((day) => within(shown, day, path))) ?? sql`false`;
    }
    const known = values.filter((one) => one !== null);
    const isNull = known.length < values.length ? sql`${shown} is null` : undefined;
    return or(known.length > 0 ? inArray(shown, known) : undefined, isNull) ?? sql`false`;
  }
  if (value === null) throw invalidAt(path, "must not be null here");
  switch (operator) {
    case "gt":
    case "after":
      return value instanceof Date ? sql`${shown} >= ${next(value)}` : sql`${shown} > ${value}`;
    case "gte":
    case "onOrAfter":
      return sql`${shown} >= ${stored(value)}`;
    case "lt":
    case "before":
      return sql`${shown} < ${stored(value)}`;
    case "lte":
    case "onOrBefore":
      return value instanceof Date ? sql`${shown} < ${next(value)}` : sql`${shown} <= ${value}`;
    case "like":
      return sql`${shown} like ${pattern(value)}`;
    case "ilike":
      return sql`${shown} ilike ${pattern(value)}`;
    case "startsWith":
      return sql`starts_with(${shown}, ${String(value)})`;
    default:
      return sql`${shown} like ${`%${literal(String(value))}`}`;
  }
}

const stored = (value: Exclude<Value, null>) => (value instanceof Date ? value.toISOString() : value);
const next = (day: Date) => new Date(day.getTime() + DAY_MS).toISOString();

/** A day stands for all of its moments. */
function within(shown: SQLWrapper, day: Value, path: string): SQL {
  if (!(day instanceof Date)) throw invalidAt(path, "must be a date such as 2026-01-31");
  return sql`${shown} >= ${day.toISOString()} and ${shown} < ${next(day)}`;
}

const pattern = (value: Exclude<Value, null>): string => likePattern(String(value));

/** Text in which nothing stands for other text. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
