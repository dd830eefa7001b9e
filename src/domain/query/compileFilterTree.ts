/**
 * The meaning of filters, shared by both stores: groups, negation, null, lists and days. A store supplies the SQL of
 * single comparisons.
 */
import { DAY_MS } from "../days/days";
import type { FieldType } from "../resources/resource";
import { readDateValue } from "./dateValue";
import { type Operator, takesList } from "./operators";
import { invalidAt } from "./parseQuery";
import { type Filter, type FilterLeaf, type FilterScalar, isFilterGroup } from "./query";

export type FilterableValue = Exclude<FilterScalar, null>;

export type TextOperator = "like" | "ilike" | "startsWith" | "endsWith";
export type ComparisonSymbol = "=" | "<" | "<=" | ">" | ">=";

/** A comparison of a field with values that are not null, without negation. */
export type Comparison =
  | { kind: "isNull" }
  | { kind: "value"; symbol: ComparisonSymbol; value: FilterableValue; path: string }
  /** At least one value; the field equals one of them. */
  | { kind: "oneOf"; values: readonly { value: FilterableValue; path: string }[] }
  | { kind: "text"; operator: TextOperator; text: string; path: string }
  /** `YYYY-MM-DD`. */
  | { kind: "date"; symbol: ComparisonSymbol; date: string }
  /** Milliseconds since 1970. */
  | { kind: "moment"; symbol: "<" | ">="; ms: number }
  /** The list of the field includes all or any of the values. */
  | {
      kind: "includes";
      quantifier: "all" | "any";
      values: readonly { value: FilterScalar; path: string }[];
    };

/** The SQL of one store. */
export interface FilterSql<Sql, Field extends { type: FieldType }> {
  /**
   * The field of a leaf and the operators it accepts.
   * @throws InvalidError at `path` for an unknown field
   */
  resolve: (leaf: FilterLeaf, path: string) => { field: Field; operators: readonly Operator[] };
  compare: (field: Field, comparison: Comparison) => Sql;
  /** Completes the condition of a leaf: unknown becomes false, then it is negated. */
  decide: (field: Field, condition: Sql, isNegated: boolean) => Sql;
  /** Whether a value stands for null in the field. Default: never. */
  meansNull?: (field: Field, value: FilterableValue) => boolean;
  and: (parts: readonly Sql[]) => Sql;
  or: (parts: readonly Sql[]) => Sql;
  always: Sql;
  never: Sql;
}

/** Each negation and its opposite: a row matches exactly one of the two. */
const negations: Partial<Record<Operator, Operator>> = {
  notEquals: "equals",
  "not-in": "in",
  notLike: "like",
  "not-includes": "includes",
};

const symbols: Partial<Record<Operator, ComparisonSymbol>> = {
  equals: "=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  before: "<",
  onOrBefore: "<=",
  after: ">",
  onOrAfter: ">=",
};

/**
 * A condition that is true or false for every row, never unknown. A group without members is true.
 * @throws InvalidError naming the part that does not fit
 */
export function compileFilterTree<Sql, Field extends { type: FieldType }>(
  filter: Filter | null,
  store: FilterSql<Sql, Field>,
  path = "filter",
): Sql {
  if (filter === null) return store.always;
  if (!isFilterGroup(filter)) return compileLeaf(filter, store, path);
  const parts = filter.filters.map((part, i) => compileFilterTree(part, store, `${path}.filters[${i}]`));
  const [first = store.always] = parts;
  if (parts.length < 2) return first;
  return filter.operator === "and" ? store.and(parts) : store.or(parts);
}

function compileLeaf<Sql, Field extends { type: FieldType }>(
  leaf: FilterLeaf,
  store: FilterSql<Sql, Field>,
  path: string,
): Sql {
  const { field, operators } = store.resolve(leaf, path);
  if (!operators.includes(leaf.operator)) {
    throw invalidAt(
      `${path}.operator`,
      `${leaf.operator} does not apply to ${leaf.field}, a field of type ${field.type}; use one of ${operators.join(", ")}`,
    );
  }
  const negated = negations[leaf.operator];
  const plain = { ...leaf, operator: negated ?? leaf.operator };
  const isMany = field.type === "ids" || field.type === "strings";
  const condition = (isMany ? includesCondition : scalarCondition)(plain, field, store, `${path}.value`);
  return store.decide(field, condition, negated !== undefined);
}

const isList = (value: FilterLeaf["value"]): value is readonly FilterScalar[] => Array.isArray(value);

type Compile = <Sql, Field extends { type: FieldType }>(
  leaf: FilterLeaf,
  field: Field,
  store: FilterSql<Sql, Field>,
  path: string,
) => Sql;

/** `in` requires at least one of the values, `includes` all of them. */
const includesCondition: Compile = ({ operator, value }, field, store, path) => {
  if (operator === "in" && !isList(value)) throw invalidAt(path, "must be a list of values");
  const values = isList(value)
    ? value.map((one, i) => ({ value: one, path: `${path}[${i}]` }))
    : [{ value, path }];
  if (values.length === 0) return operator === "in" ? store.never : store.always;
  return store.compare(field, { kind: "includes", quantifier: operator === "in" ? "any" : "all", values });
};

const scalarCondition: Compile = (leaf, field, store, path) => {
  const { operator, value } = leaf;
  if (takesList(operator)) return listCondition(leaf, field, store, path);
  if (isList(value)) throw invalidAt(path, `${operator} takes a single value, not a list; use in`);
  if (value === null || (operator === "equals" && store.meansNull?.(field, value) === true)) {
    if (operator !== "equals") {
      throw invalidAt(path, `${operator} requires a value; null is valid with equals and notEquals only`);
    }
    return store.compare(field, { kind: "isNull" });
  }
  const symbol = symbols[operator];
  if (symbol === undefined) {
    if (typeof value !== "string") throw invalidAt(path, "must be a string");
    return store.compare(field, { kind: "text", operator: operator as TextOperator, text: value, path });
  }
  if (field.type === "date") {
    return store.compare(field, { kind: "date", symbol, date: readDateValue(value, path).date });
  }
  if (field.type === "datetime") return momentCondition(symbol, value, field, store, path);
  return store.compare(field, { kind: "value", symbol, value, path });
};

const listCondition: Compile = ({ value: list }, field, store, path) => {
  if (!isList(list)) throw invalidAt(path, "must be a list of values");
  const values = list.flatMap((value, i) =>
    value === null || store.meansNull?.(field, value) === true ? [] : [{ value, path: `${path}[${i}]` }],
  );
  const parts = values.length < list.length ? [store.compare(field, { kind: "isNull" })] : [];
  if (field.type === "datetime") {
    for (const one of values) parts.push(momentCondition("=", one.value, field, store, one.path));
  } else if (values.length > 0) {
    const dates = () => values.map((one) => ({ ...one, value: readDateValue(one.value, one.path).date }));
    parts.push(store.compare(field, { kind: "oneOf", values: field.type === "date" ? dates() : values }));
  }
  const [first = store.never] = parts;
  return parts.length < 2 ? first : store.or(parts);
};

/** A day covers all of its moments, an instant its millisecond. */
function momentCondition<Sql, Field extends { type: FieldType }>(
  symbol: ComparisonSymbol,
  value: FilterableValue,
  field: Field,
  store: FilterSql<Sql, Field>,
  path: string,
): Sql {
  const { date, instant } = readDateValue(value, path);
  const from = instant ?? Date.parse(`${date}T00:00:00Z`);
  const until = instant === null ? from + DAY_MS : from + 1;
  const atLeast = (ms: number) => store.compare(field, { kind: "moment", symbol: ">=", ms });
  const below = (ms: number) => store.compare(field, { kind: "moment", symbol: "<", ms });
  switch (symbol) {
    case "<":
      return below(from);
    case "<=":
      return below(until);
    case ">":
      return atLeast(until);
    case ">=":
      return atLeast(from);
    case "=":
      return store.and([atLeast(from), below(until)]);
  }
}

/** The value of an enumeration that equals a text, preferably in the same case; undefined if none does. */
export const listedValue = (values: readonly string[] | null, text: string): string | undefined =>
  values?.find((value) => value === text) ??
  values?.find((value) => value.toLowerCase() === text.toLowerCase());
