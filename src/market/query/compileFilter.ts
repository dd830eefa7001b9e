/** Turns the filter of a query into a condition over bound values. */
import Decimal from "decimal.js";
import {
  dateOperatorOf,
  type FieldReference,
  type Filter,
  type FilterLeaf,
  type FilterScalar,
  filterOperatorsOf,
  invalidAt,
  isFilterGroup,
  likePattern,
  type Operator,
  perUnitReason,
  quoted,
  takesList,
  type Warning,
} from "#domain";
import type { SqlBinder } from "../sql/sqlBinder";
import { type DateValue, readDateValue } from "./dateValue";
import type { EntityNames } from "./entityNames";
import type { FilterTarget, TargetResolver } from "./filterTarget";
import { isCovered, meantBy, namesNone } from "./meantEntity";
import { orMeantBy } from "./meantNames";

export interface CompileOptions {
  binder: SqlBinder;
  resolve: TargetResolver;
  names: EntityNames;
  /** What is being filtered, for messages: `assets`. */
  of: string;
}

/**
 * A condition that is true or false for every row, never unknown. A group without members is true.
 * @throws InvalidError naming the part that does not fit the resource.
 */
export function compileFilter(filter: Filter | null, options: CompileOptions, path = "filter"): string {
  if (filter === null) return "1";
  if (!isFilterGroup(filter)) return compileLeaf(filter, options, path);
  if (filter.filters.length === 0) return "1";
  const parts = filter.filters.map((inner, i) => compileFilter(inner, options, `${path}.filters[${i}]`));
  return parts.length === 1
    ? (parts[0] ?? "1")
    : `(${parts.join(filter.operator === "and" ? " AND " : " OR ")})`;
}

/** Each negation and what it negates: a row is matched by exactly one of the two. */
const negations: Partial<Record<Operator, Operator>> = {
  notEquals: "equals",
  "not-in": "in",
  notLike: "like",
  "not-includes": "includes",
};

function compileLeaf(leaf: FilterLeaf, options: CompileOptions, path: string): string {
  const target = options.resolve(leaf.field);
  if (target === null) {
    const meant = perUnitReason(leaf.field) || orMeantBy(leaf.field, options.resolve, () => true);
    throw invalidAt(
      `${path}.field`,
      `${options.of} cannot be filtered by ${JSON.stringify(leaf.field)}${meant}`,
    );
  }
  const allowed = filterOperatorsOf(target.type);
  if (!allowed.includes(leaf.operator)) {
    throw invalidAt(
      `${path}.operator`,
      `${leaf.operator} does not apply to ${leaf.field}, a field of type ${target.type}; use one of ${allowed.join(", ")}`,
    );
  }
  const negated = negations[leaf.operator];
  const isMany = target.type === "ids" || target.type === "strings";
  const condition = (isMany ? manyCondition : scalarCondition)({
    target,
    operator: negated ?? leaf.operator,
    value: leaf.value,
    path: `${path}.value`,
    binder: options.binder,
    names: options.names,
  });
  const decided = target.nullable ? `ifNull(${condition}, 0)` : condition;
  const signed = negated === undefined ? decided : `NOT (${decided})`;
  return target.within === undefined ? `(${signed})` : target.within(signed);
}

interface Condition {
  target: FilterTarget;
  operator: Operator;
  value: FilterLeaf["value"];
  path: string;
  binder: SqlBinder;
  names: EntityNames;
}

const isList = (value: FilterLeaf["value"]): value is readonly FilterScalar[] => Array.isArray(value);

/** `in` wants at least one of the values, `includes` every one. */
function manyCondition({ target, operator, value, path, binder, names }: Condition): string {
  if (operator === "in" && !isList(value)) throw invalidAt(path, "must be a list of values");
  const members = isList(value) ? value : [value];
  const element = { ...target, type: target.type === "ids" ? "id" : "string" } as const;
  const read = members.map((member, i) =>
    readValue(element, member, isList(value) ? `${path}[${i}]` : path, names),
  );
  const type = target.type === "ids" ? "Array(UInt32)" : "Array(String)";
  const bound = binder.bind(type, read);
  const { sql, complementOf: whole } = target;
  if (whole === undefined) return `${operator === "in" ? "hasAny" : "hasAll"}(${sql}, ${bound})`;
  const quantifier = operator === "in" ? "arrayExists" : "arrayAll";
  return `${quantifier}(x -> has(${sql}, x) OR (notEmpty(${whole}) AND NOT has(${whole}, x)), ${bound})`;
}

function scalarCondition(condition: Condition): string {
  const { target, operator, value, path } = condition;
  if (takesList(operator)) return listCondition(condition);
  if (isList(value)) throw invalidAt(path, `${operator} takes a single value, not a list; use in`);
  if (value === null || (operator === "equals" && namesNone(target.reference, value))) {
    if (operator !== "equals")
      throw invalidAt(path, `${operator} requires a value; null is valid with equals and notEquals only`);
    return `isNull(${target.sql})`;
  }
  if (target.type === "date" || target.type === "datetime") return dateCondition(condition, value);
  return comparison(condition, value);
}

const HEX = /^0x[0-9a-f]*$/i;

/**
 * Addresses of EVM networks are compared regardless of case, which is a checksum in them. Others, such as base58,
 * have meaning in their case.
 */
function addressCondition({ target, operator, binder }: Condition, value: string): string | null {
  const lower = `lower(${target.sql})`;
  switch (operator) {
    case "equals":
      return HEX.test(value) ? `${lower} = ${binder.bind("String", value.toLowerCase())}` : null;
    case "like":
    case "startsWith":
    case "endsWith": {
      const conditionOn = (sql: string, text: string) =>
        operator === "like"
          ? `${sql} LIKE ${binder.bind("String", likePattern(text))}`
          : `${operator}(${sql}, ${binder.bind("String", text)})`;
      const isHex = `match(${target.sql}, '^0[xX][0-9a-fA-F]+$')`;
      return `if(${isHex}, ${conditionOn(lower, value.toLowerCase())}, ${conditionOn(target.sql, value)})`;
    }
    default:
      return null;
  }
}

const symbols: Partial<Record<Operator, string>> = { equals: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" };

function comparison(condition: Condition, value: FilterScalar): string {
  const { target, operator, path, binder, names } = condition;
  const ofAddress =
    target.isAddress === true && typeof value === "string" ? addressCondition(condition, value) : null;
  if (ofAddress !== null) return ofAddress;
  const symbol = symbols[operator];
  if (symbol !== undefined) {
    return `${target.sql} ${symbol} ${binder.bind(boundType(target), readValue(target, value, path, names))}`;
  }
  if (typeof value !== "string") throw invalidAt(path, "must be a string");
  switch (operator) {
    case "like":
      return `${target.sql} LIKE ${binder.bind("String", likePattern(value))}`;
    case "ilike":
      return `${target.sql} ILIKE ${binder.bind("String", likePattern(value))}`;
    case "startsWith":
      return `startsWith(${target.sql}, ${binder.bind("String", value)})`;
    case "endsWith":
      return `endsWith(${target.sql}, ${binder.bind("String", value)})`;
    default:
      throw invalidAt(path, `${operator} does not apply to ${target.type}`);
  }
}

function listCondition(condition: Condition): string {
  const { target, value: list, path, binder, names } = condition;
  if (!isList(list)) throw invalidAt(path, "must be a list of values");
  const alternatives: string[] = [];
  const isNone = (member: FilterScalar) => member === null || namesNone(target.reference, member);
  if (list.some(isNone)) alternatives.push(`isNull(${target.sql})`);
  const known = list.flatMap((member, i) => (isNone(member) ? [] : [{ member, path: `${path}[${i}]` }]));
  if (known.length > 0) {
    if (target.type === "datetime") {
      for (const { member, path: at } of known) {
        alternatives.push(dateCondition({ ...condition, operator: "equals", path: at }, member));
      }
    } else {
      const read = known.map(({ member, path: at }) =>
        target.type === "date" ? readDateValue(member, at).date : readValue(target, member, at, names),
      );
      // One by one: in a list, the client would quote exact decimals, which the engine does not read.
      const places =
        target.type === "amount"
          ? `(${read.map((value) => binder.bind(boundType(target), value)).join(", ")})`
          : binder.bind(`Array(${boundType(target)})`, read);
      alternatives.push(`${target.sql} IN ${places}`);
      const hex = target.isAddress === true ? read.filter((one) => HEX.test(String(one))) : [];
      if (hex.length > 0) {
        const lower = hex.map((one) => String(one).toLowerCase());
        alternatives.push(`lower(${target.sql}) IN ${binder.bind("Array(String)", lower)}`);
      }
    }
  }
  if (alternatives.length === 0) return "0";
  return alternatives.map((part) => (target.nullable ? `ifNull(${part}, 0)` : part)).join(" OR ");
}

/** A day stands for all of it: `onOrBefore` a day lasts until its end, `after` a day starts with the next. */
function dateCondition({ target, operator: asked, path, binder }: Condition, value: FilterScalar): string {
  const operator = dateOperatorOf(asked);
  const read = readDateValue(value, path);
  if (target.type === "date") {
    const date = binder.bind("Date32", read.date);
    const symbol = { equals: "=", before: "<", onOrBefore: "<=", after: ">", onOrAfter: ">=" }[
      operator as string
    ];
    return `${target.sql} ${symbol} ${date}`;
  }
  const from = binder.bind("DateTime64(3, 'UTC')", clickhouseTime(startOf(read)));
  const end = read.instant ?? startOf(read) + DAY - 1;
  const to = binder.bind("DateTime64(3, 'UTC')", clickhouseTime(end));
  switch (operator) {
    case "before":
      return `${target.sql} < ${from}`;
    case "onOrBefore":
      return `${target.sql} <= ${to}`;
    case "after":
      return `${target.sql} > ${to}`;
    case "onOrAfter":
      return `${target.sql} >= ${from}`;
    default:
      return `${target.sql} BETWEEN ${from} AND ${to}`;
  }
}

const DAY = 86_400_000;
const startOf = ({ date, instant }: DateValue) => instant ?? Date.parse(`${date}T00:00:00Z`);
const clickhouseTime = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");

function boundType({ type }: Pick<FilterTarget, "type">): string {
  switch (type) {
    case "id":
      return "UInt32";
    case "number":
      return "Float64";
    case "amount":
      return "Decimal(76, 18)";
    case "boolean":
      return "Bool";
    case "date":
      return "Date32";
    default:
      return "String";
  }
}

/** A value in the form its type is bound in. Other ids, slugs and names of an entity become its own. */
function readValue(
  target: Pick<FilterTarget, "type" | "reference" | "values">,
  value: FilterScalar,
  path: string,
  names: EntityNames,
): unknown {
  switch (target.type) {
    case "id": {
      const id = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
      if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id > 0xffff_ffff) {
        throw invalidAt(path, "must be a whole number from 0 to 4294967295");
      }
      return meantBy(target.reference, id, names)?.id ?? id;
    }
    case "number": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) throw invalidAt(path, "must be a number");
      // The client takes a large double for an integer that lost digits, and refuses it; the same in full it takes.
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number) : number;
    }
    case "amount":
      return readAmount(value, path);
    case "boolean":
      if (typeof value !== "boolean") throw invalidAt(path, "must be true or false");
      return value;
    default:
      if (typeof value !== "string") throw invalidAt(path, "must be a string");
      return listedValue(target, value) ?? ownWord(target.reference, value, names);
  }
}

function readAmount(value: FilterScalar, path: string): string {
  if (typeof value === "number" || typeof value === "string") {
    try {
      const amount = new Decimal(value);
      if (amount.isFinite() && amount.decimalPlaces() <= 18 && amount.abs().lt("1e57"))
        return amount.toFixed();
    } catch {
      // Told below.
    }
  }
  throw invalidAt(path, "must be an exact number with at most 18 decimals");
}

/** The value of an enumeration that a text means, regardless of case. */
const listedValue = ({ values }: Pick<FilterTarget, "values">, text: string): string | undefined =>
  values?.find((value) => value === text) ??
  values?.find((value) => value.toLowerCase() === text.toLowerCase());

const isCountryCode = (value: FilterScalar) => /^[A-Za-z]{2}$/.test(String(value));

function ownWord(reference: FieldReference | null, value: string, names: EntityNames): string {
  const meant = meantBy(reference, value, names);
  if (reference?.field === "country_code") return meant?.code ?? value.toUpperCase();
  if (meant === undefined) return value;
  return reference?.field === "slug" ? meant.slug : meant.name;
}

/** Operators by which a client picks something by its identity. */
const picking: readonly Operator[] = ["equals", "in", "includes"];

/** Tells which values of a leaf name nothing that exists, or are no valid value of an enumeration. */
export function warningsOf(
  leaf: FilterLeaf,
  target: Pick<FilterTarget, "reference" | "values" | "type"> | null,
  { names, path }: { names: EntityNames; path: string },
): Warning[] {
  if (target === null || !picking.includes(leaf.operator)) return [];
  const members = isList(leaf.value) ? leaf.value : [leaf.value];
  return members.flatMap((value, i) => {
    const at = isList(leaf.value) ? `${path}.value[${i}]` : `${path}.value`;
    const shown = typeof value === "string" ? quoted(value) : JSON.stringify(value);
    if (value !== null && isCovered(target.reference, value, names)) {
      const { name } = meantBy(target.reference, value, names) ?? {};
      return [{ path: at, message: `${shown} is part of ${name}, all of which is selected` }];
    }
    if (value === null || isKnown(target, value, names)) return [];
    const subject = target.reference?.entity.replaceAll("_", " ") ?? "value";
    const words =
      target.reference === null
        ? `${shown} is not a value of ${leaf.field}; valid values are ${(target.values ?? []).join(", ")}`
        : `no ${subject} has the ${target.reference.field} ${shown}`;
    return [{ path: at, message: words }];
  });
}

function isKnown(
  { reference, values, type }: Pick<FilterTarget, "reference" | "values" | "type">,
  value: Exclude<FilterScalar, null>,
  names: EntityNames,
): boolean {
  if (reference === null)
    return type !== "enum" || values === null || listedValue({ values }, String(value)) !== undefined;
  if (namesNone(reference, value)) return true;
  // A country may have a code without being a jurisdiction of the catalog.
  if (reference.field === "country_code" && isCountryCode(value)) return true;
  const isNaming = ["id", "slug", "name", "country_code"].includes(reference.field);
  return !isNaming || meantBy(reference, value, names) !== undefined;
}
