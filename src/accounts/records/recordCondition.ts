import { and, arrayContains, arrayOverlaps, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type Comparison,
  compileFilterTree,
  type Filter,
  type FilterableValue,
  type FilterScalar,
  type FilterSql,
  invalidAt,
  likePattern,
  listedValue,
} from "#domain/query";
import { operatorsOfRecordField, type RecordField, type RecordType } from "#domain/records";
import type { RecordSource } from "./recordSource";

/** References are filtered by the names of the records they refer to. */
const filteredType = ({ type, refersTo }: RecordField) =>
  refersTo !== null || type === "json" ? "string" : type;

interface FilteredColumn {
  type: ReturnType<typeof filteredType>;
  /** Values of an enumeration; null for other types. */
  values: readonly string[] | null;
  column: SQLWrapper;
}

/**
 * Compiles a filter over records to a condition; undefined if it matches every record.
 * @throws InvalidError naming the part that does not fit
 */
export function recordCondition(
  type: RecordType,
  source: Pick<RecordSource, "shown">,
  filter: Filter | null,
): SQL | undefined {
  const store: FilterSql<SQL | undefined, FilteredColumn> = {
    resolve: ({ field: name }, path) => {
      const field = type.fields.find((one) => one.name === name);
      if (field === undefined) {
        throw invalidAt(`${path}.field`, `there is no field ${JSON.stringify(name)}`);
      }
      return {
        field: { type: filteredType(field), values: field.values, column: source.shown(field) },
        operators: operatorsOfRecordField(field),
      };
    },
    compare,
    decide: (_, condition, isNegated) => (isNegated ? sql`not coalesce(${condition}, false)` : condition),
    and: (parts) => and(...parts.map((part) => part ?? sql`true`)),
    or: (parts) => or(...parts.map((part) => part ?? sql`true`)),
    always: undefined,
    never: sql`false`,
  };
  return compileFilterTree(filter, store);
}

function compare(field: FilteredColumn, comparison: Comparison): SQL {
  const { column } = field;
  switch (comparison.kind) {
    case "isNull":
      return sql`${column} is null`;
    case "value": {
      const value = readValue(field, comparison.value, comparison.path);
      return sql`${column} ${sql.raw(comparison.symbol)} ${value}`;
    }
    case "oneOf":
      return inArray(
        column,
        comparison.values.map(({ value, path }) => readValue(field, value, path)),
      );
    case "text":
      return textCondition(column, comparison);
    case "date":
      return sql`${column} ${sql.raw(comparison.symbol)} ${comparison.date}`;
    case "moment":
      return sql`${column} ${sql.raw(comparison.symbol)} ${new Date(comparison.ms).toISOString()}`;
    case "includes": {
      const texts = comparison.values.map(({ value, path }) => readText(value, path));
      return comparison.quantifier === "all" ? arrayContains(column, texts) : arrayOverlaps(column, texts);
    }
  }
}

function textCondition(
  column: SQLWrapper,
  { operator, text, path }: Extract<Comparison, { kind: "text" }>,
): SQL {
  const value = readText(text, path);
  switch (operator) {
    case "like":
      return sql`${column} like ${likePattern(value)}`;
    case "ilike":
      return sql`${column} ilike ${likePattern(value)}`;
    case "startsWith":
      return sql`starts_with(${column}, ${value})`;
    case "endsWith":
      return sql`${column} like ${`%${escapeLike(value)}`}`;
  }
}

/** The largest integer of nine digits, which fits every integer column of the people store. */
const MAX_NUMBER = 999_999_999;

function readValue({ type, values }: FilteredColumn, value: FilterableValue, path: string) {
  switch (type) {
    case "number":
    case "id":
      if (typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) <= MAX_NUMBER) {
        return value;
      }
      throw invalidAt(path, "must be a whole number of at most nine digits");
    case "boolean":
      if (typeof value === "boolean") return value;
      throw invalidAt(path, "must be true or false");
    case "enum":
      return listedValue(values, readText(value, path)) ?? String(value);
    default:
      return readText(value, path);
  }
}

function readText(value: FilterScalar, path: string): string {
  if (typeof value !== "string") throw invalidAt(path, "must be a string");
  if (value.includes("\0")) throw invalidAt(path, "must not contain a NUL character");
  return value;
}

/** Escapes a text for SQL `like`, so that it matches only itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
