/** Compiles the filter of a query to a condition with bound values. */
import Decimal from "decimal.js";
import type { Warning } from "#domain/api";
import { calendar } from "#domain/days";
import {
  type Comparison,
  compileFilterTree,
  type Filter,
  type FilterLeaf,
  type FilterScalar,
  type FilterSql,
  filterOperatorsOf,
  invalidAt,
  likePattern,
  listedValue,
  type Operator,
} from "#domain/query";
import { type FieldReference, perUnitReason } from "#domain/resources";
import { quoted } from "#domain/text";
import type { SqlBinder } from "../sql/sqlBinder";
import type { EntityNames } from "./entityNames";
import type { FilterTarget, TargetResolver } from "./filterTarget";
import { findEntity, isCovered, namesNone } from "./findEntity";
import { suggestedFields } from "./suggestedFields";

export interface CompileOptions {
  binder: SqlBinder;
  resolve: TargetResolver;
  names: EntityNames;
  /** Subject of the filter, for messages: `assets`. */
  of: string;
}

/**
 * A condition that is true or false for every row, never unknown. An empty group is true.
 * @throws InvalidError naming the part that is invalid for the resource
 */
export function compileFilter(filter: Filter | null, options: CompileOptions, path = "filter"): string {
  const { binder, names, resolve, of } = options;
  const sql: FilterSql<string, FilterTarget> = {
    resolve: ({ field }, at) => {
      const target = resolve(field);
      if (target !== null) return { field: target, operators: filterOperatorsOf(target.type) };
      const meant = perUnitReason(field) || suggestedFields(field, resolve, () => true);
      throw invalidAt(`${at}.field`, `${of} cannot be filtered by ${JSON.stringify(field)}${meant}`);
    },
    compare: (target, comparison) => compare(comparison, { target, binder, names }),
    decide: (target, condition, isNegated) => {
      const decided = target.nullable ? `ifNull(${condition}, 0)` : condition;
      const signed = isNegated ? `NOT (${decided})` : decided;
      return target.within === undefined ? `(${signed})` : target.within(signed);
    },
    meansNull: ({ reference }, value) => namesNone(reference, value),
    and: (parts) => `(${parts.join(" AND ")})`,
    or: (parts) => `(${parts.join(" OR ")})`,
    always: "1",
    never: "0",
  };
  return compileFilterTree(filter, sql, path);
}

interface Comparing {
  target: FilterTarget;
  binder: SqlBinder;
  names: EntityNames;
}

function compare(comparison: Comparison, comparing: Comparing): string {
  const { target, binder, names } = comparing;
  switch (comparison.kind) {
    case "isNull":
      return `isNull(${target.sql})`;
    case "value": {
      const { symbol, value, path } = comparison;
      const address = symbol === "=" ? addressEquals(comparing, value) : null;
      if (address !== null) return address;
      return `${target.sql} ${symbol} ${binder.bind(boundType(target), readValue(target, value, path, names))}`;
    }
    case "oneOf":
      return oneOfCondition(comparison.values, comparing);
    case "text":
      return textCondition(comparison, comparing);
    case "date":
      return `${target.sql} ${comparison.symbol} ${binder.bind("Date32", comparison.date)}`;
    case "moment":
      return momentCondition(comparison, comparing);
    case "includes":
      return includesCondition(comparison, comparing);
  }
}

type Includes = Extract<Comparison, { kind: "includes" }>;

function includesCondition({ quantifier, values }: Includes, { target, binder, names }: Comparing): string {
  const element = { ...target, type: target.type === "ids" ? "id" : "string" } as const;
  const read = values.map(({ value, path }) => readValue(element, value, path, names));
  const bound = binder.bind(target.type === "ids" ? "Array(UInt32)" : "Array(String)", read);
  const { sql, complementOf: whole } = target;
  if (whole === undefined) return `${quantifier === "any" ? "hasAny" : "hasAll"}(${sql}, ${bound})`;
  const test = quantifier === "any" ? "arrayExists" : "arrayAll";
  return `${test}(x -> has(${sql}, x) OR (notEmpty(${whole}) AND NOT has(${whole}, x)), ${bound})`;
}

const HEX = /^0x[0-9a-f]*$/i;

/**
 * Addresses of EVM networks are compared regardless of case, which is a checksum in them. Others, such as base58,
 * are case-sensitive.
 */
const addressEquals = ({ target, binder }: Comparing, value: FilterScalar): string | null =>
  target.isAddress === true && typeof value === "string" && HEX.test(value)
    ? amongTexts(`lower(${target.sql}) = ${binder.bind("String", value.toLowerCase())}`, [value], {
        target,
        binder,
      })
    : null;

const amongTexts = (
  condition: string,
  texts: readonly string[],
  { target, binder }: Pick<Comparing, "target" | "binder">,
): string =>
  target.amongTexts === undefined ? condition : `(${target.amongTexts(texts, binder)} AND ${condition})`;

function textCondition(
  { operator, text }: Extract<Comparison, { kind: "text" }>,
  { target, binder }: Comparing,
): string {
  const conditionOn = (sql: string, searched: string) =>
    operator === "like" || operator === "ilike"
      ? `${sql} ${operator.toUpperCase()} ${binder.bind("String", likePattern(searched))}`
      : `${operator}(${sql}, ${binder.bind("String", searched)})`;
  if (target.isAddress !== true || operator === "ilike") return conditionOn(target.sql, text);
  const isHex = `match(${target.sql}, '^0[xX][0-9a-fA-F]+$')`;
  const lower = conditionOn(`lower(${target.sql})`, text.toLowerCase());
  return `if(${isHex}, ${lower}, ${conditionOn(target.sql, text)})`;
}

type OneOf = Extract<Comparison, { kind: "oneOf" }>;

function oneOfCondition(values: OneOf["values"], { target, binder, names }: Comparing): string {
  const read = values.map(({ value, path }) =>
    target.type === "date" ? value : readValue(target, value, path, names),
  );
  // Single parameters: in an array the client quotes exact decimals, which the engine does not parse.
  const list =
    target.type === "amount"
      ? `(${read.map((value) => binder.bind(boundType(target), value)).join(", ")})`
      : binder.bind(`Array(${boundType(target)})`, read);
  const equal = `${target.sql} IN ${list}`;
  const hex = target.isAddress === true ? read.map(String).filter((one) => HEX.test(one)) : [];
  if (hex.length === 0) return equal;
  const lower = hex.map((one) => one.toLowerCase());
  const either = `(${equal} OR lower(${target.sql}) IN ${binder.bind("Array(String)", lower)})`;
  return amongTexts(either, read.map(String), { target, binder });
}

/** The last moment that the engine can represent. */
const LAST_MS = Date.parse(`${calendar.last}T23:59:59.999Z`);

function momentCondition(
  { symbol, ms }: Extract<Comparison, { kind: "moment" }>,
  { target, binder }: Comparing,
): string {
  const bind = (time: number) =>
    binder.bind("DateTime64(3, 'UTC')", new Date(time).toISOString().replace("T", " ").replace("Z", ""));
  if (ms <= LAST_MS) return `${target.sql} ${symbol} ${bind(ms)}`;
  return `${target.sql} ${symbol === "<" ? "<=" : ">"} ${bind(LAST_MS)}`;
}

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

/** A value in the format of its type. Other ids, slugs and names of an entity are replaced with its own. */
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
      return findEntity(target.reference, id, names)?.id ?? id;
    }
    case "number": {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) throw invalidAt(path, "must be a number");
      // The client rejects doubles above 2^53 that are integers; a BigInt is accepted.
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number) : number;
    }
    case "amount":
      return readAmount(value, path);
    case "boolean":
      if (typeof value !== "boolean") throw invalidAt(path, "must be true or false");
      return value;
    default:
      if (typeof value !== "string") throw invalidAt(path, "must be a string");
      return listedValue(target.values, value) ?? ownWord(target.reference, value, names);
  }
}

function readAmount(value: FilterScalar, path: string): string {
  if (typeof value === "number" || typeof value === "string") {
    try {
      const amount = new Decimal(value);
      if (amount.isFinite() && amount.decimalPlaces() <= 18 && amount.abs().lt("1e57"))
        return amount.toFixed();
    } catch {
      // Falls through to the error below.
    }
  }
  throw invalidAt(path, "must be an exact number with at most 18 decimals");
}

const isList = (value: FilterLeaf["value"]): value is readonly FilterScalar[] => Array.isArray(value);

const isCountryCode = (value: FilterScalar) => /^[A-Za-z]{2}$/.test(String(value));

function ownWord(reference: FieldReference | null, value: string, names: EntityNames): string {
  const meant = findEntity(reference, value, names);
  if (reference?.field === "country_code") return meant?.code ?? value.toUpperCase();
  if (meant === undefined) return value;
  return reference?.field === "slug" ? meant.slug : meant.name;
}

/** Operators by which a client selects an entity by its identity. */
const picking: readonly Operator[] = ["equals", "in", "includes"];

/** Warnings for values of a leaf that match no entity, or are not valid values of an enumeration. */
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
      const { name } = findEntity(target.reference, value, names) ?? {};
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
    return type !== "enum" || values === null || listedValue(values, String(value)) !== undefined;
  if (namesNone(reference, value)) return true;
  // A country can have a code without being a jurisdiction of the catalog.
  if (reference.field === "country_code" && isCountryCode(value)) return true;
  const isNaming = ["id", "slug", "name", "country_code"].includes(reference.field);
  return !isNaming || findEntity(reference, value, names) !== undefined;
}
