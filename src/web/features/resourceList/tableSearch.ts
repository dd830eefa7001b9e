/**
 * The state of a table, as it stands in the address. Filters are the names of
 * fields and metrics themselves, so that an address reads as it means:
 * `/loans?status=active&principal_dollar=gte:1000000&sort=-issued_date&page=2`.
 * What is no valid value is left out; the rest is kept.
 */
import { z } from "zod";
import {
  type Field,
  type FieldType,
  type FilterLeaf,
  fieldByName,
  filterOperators,
  metricByName,
  metricParts,
  metrics,
  type Operator,
  operatorsOfType,
  type Resource,
  takesList,
} from "#domain";

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim())
  .transform((value) => (value === "" ? undefined : value.slice(0, 200)))
  .optional()
  .catch(undefined);

const condition = z
  .union([text, z.array(text)])
  .transform((value) => {
    const given = (Array.isArray(value) ? value : [value]).filter((part) => part !== undefined);
    return given.length > 1 ? given : given[0];
  })
  .optional()
  .catch(undefined);

/** One or several conditions on a field, each `value` or `operator:value`. */
export type Condition = string | string[] | undefined;

export interface TableSearch {
  /** Words to look for. */
  q?: string | undefined;
  /** Field or metric path, with `-` in front where the largest come first. */
  sort?: string | undefined;
  page?: number | undefined;
  /** Columns shown, separated by commas. */
  columns?: string | undefined;
}
export type ConditionSearch = Readonly<Record<string, Condition>>;

/** A sortable name: a field, a metric, or a part of a metric. */
export function isSortable(resource: Resource, name: string): boolean {
  const field = fieldByName(resource, name);
  if (field !== undefined) return field.sortable;
  const [slug = "", part, ...more] = name.split(".");
  return (
    resource.metricsOf !== null &&
    metricByName(slug) !== undefined &&
    more.length === 0 &&
    (part === undefined || metricParts.some((known) => known === part))
  );
}

/** Names that a table of the resource can be filtered by. */
export const filterableNames = (resource: Resource): string[] => [
  ...resource.fields.filter((field) => field.filterable && field.exposed).map((field) => field.name),
  ...(resource.metricsOf === null ? [] : metrics.map((metric) => metric.slug)),
];

/** Names that a table of the resource can show. */
export const columnNames = (resource: Resource): string[] => [
  ...resource.fields.filter((field) => field.exposed).map((field) => field.name),
  ...(resource.metricsOf === null ? [] : metrics.map((metric) => metric.slug)),
];

/** The search parameters of a table of a resource, as a zod shape. */
export function tableSearchShape(resource: Resource) {
  const columns = new Set(columnNames(resource));
  const base = {
    q: text,
    sort: text.transform((value) =>
      value !== undefined && isSortable(resource, value.replace(/^-/, "")) ? value : undefined,
    ),
    page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
    columns: z
      .union([z.string(), z.array(z.string())])
      .transform((value) => {
        const named = (typeof value === "string" ? value.split(",") : value).filter((c) => columns.has(c));
        return named.length === 0 ? undefined : [...new Set(named)].join(",");
      })
      .optional()
      .catch(undefined),
  };
  const conditions = Object.fromEntries(filterableNames(resource).map((name) => [name, condition]));
  return { ...base, ...conditions } as typeof base;
}

const isOperator = (word: string): word is Operator => filterOperators.some((operator) => operator === word);

/** Operator of a condition that names none: part of a text, one of several, that very value. */
export function defaultOperator(type: FieldType): Operator {
  switch (type) {
    case "string":
    case "text":
      return "ilike";
    case "ids":
    case "strings":
      return "in";
    default:
      return "equals";
  }
}

const isNumeric = (type: FieldType) =>
  type === "id" || type === "number" || type === "amount" || type === "ids";

/** Reads `operator:value` or `value`; null where it cannot be meant for the field. */
export function readCondition(field: Pick<Field, "name" | "type">, text: string): FilterLeaf | null {
  const split = /^([a-zA-Z-]+):(.*)$/s.exec(text);
  const named = split?.[1];
  const explicit = named !== undefined && isOperator(named);
  const operator = explicit ? named : defaultOperator(field.type);
  const raw = explicit ? (split?.[2] ?? "") : text;
  if (!operatorsOfType[field.type].includes(operator) || raw === "") return null;
  const many = takesList(operator) || field.type === "ids" || field.type === "strings";
  const values = (many ? raw.split(",") : [raw]).map((value) => readValue(field.type, value.trim()));
  if (values.some((value) => value === null)) return null;
  const known = values.filter((value) => value !== null);
  const [first] = known;
  if (first === undefined) return null;
  if (operator === "ilike" && !explicit) {
    return { operator, field: field.name, value: `%${String(first)}%` };
  }
  return { operator, field: field.name, value: takesList(operator) ? known : many ? known : first };
}

function readValue(type: FieldType, value: string): string | number | boolean | null {
  if (isNumeric(type)) {
    const number = Number(value);
    return value !== "" && Number.isFinite(number) ? number : null;
  }
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : null;
  if (type === "date" || type === "datetime") return Number.isNaN(Date.parse(value)) ? null : value;
  return value === "" ? null : value;
}

/** The conditions of an address, as filters of the data API. */
export function filtersOf(resource: Resource, search: ConditionSearch): FilterLeaf[] {
  return filterableNames(resource).flatMap((name) => {
    const asked = search[name];
    if (asked === undefined) return [];
    const field = fieldByName(resource, name) ?? { name, type: "number" as const };
    return (Array.isArray(asked) ? asked : [asked]).flatMap((part) => readCondition(field, part) ?? []);
  });
}
