/**
 * The operators of a filter, and which of them fit which field type.
 *
 * Unknown values: an operator and its negation split the rows in two. A row
 * whose field is unknown is not matched by `equals`, `gt`, `like` … and so is
 * matched by `notEquals`, `not-in`, `notLike` and `not-includes`.
 */
import type { FieldType } from "../resources/resource";

export const filterOperators = [
  "equals",
  "notEquals",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "notLike",
  "startsWith",
  "endsWith",
  "in",
  "not-in",
  "includes",
  "not-includes",
  "before",
  "onOrBefore",
  "after",
  "onOrAfter",
] as const;
export type Operator = (typeof filterOperators)[number];

const equality = ["equals", "notEquals", "in", "not-in"] as const;
const order = ["gt", "gte", "lt", "lte"] as const;
const pattern = ["like", "ilike", "notLike", "startsWith", "endsWith"] as const;
const time = ["before", "onOrBefore", "after", "onOrAfter"] as const;

const numeric = [...equality, ...order];
const textual = [...equality, ...pattern];
/** Dates can be compared like numbers as well: `gte` means `onOrAfter`. */
const dated = [...equality, ...time, ...order];
/** `includes` wants every value given, `in` at least one of them. */
const manyValued = ["includes", "not-includes", "in", "not-in"] as const;

const operatorsOfType: Readonly<Record<FieldType, readonly Operator[]>> = {
  id: numeric,
  number: numeric,
  amount: numeric,
  slug: textual,
  string: textual,
  text: textual,
  url: textual,
  color: equality,
  enum: textual,
  boolean: equality,
  date: dated,
  datetime: dated,
  ids: manyValued,
  strings: manyValued,
};

/** Operators of numbers that mean an operator of dates. */
const dateOperators: Partial<Record<Operator, Operator>> = {
  gt: "after",
  gte: "onOrAfter",
  lt: "before",
  lte: "onOrBefore",
};

/** The operator of dates for an alias; the operator itself otherwise. */
export const dateOperatorOf = (operator: Operator): Operator => dateOperators[operator] ?? operator;

/** Operators that take a list of values. */
export const takesList = (operator: Operator): boolean => operator === "in" || operator === "not-in";

/** Operators that fit a field of a type. */
export const filterOperatorsOf = (type: FieldType): readonly Operator[] => operatorsOfType[type];
