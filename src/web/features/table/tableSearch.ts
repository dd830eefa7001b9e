/** The state of a table, as it stands in the address. What is default is left out of it. */
import * as z from "zod/mini";
import { type Filter, type FilterValue, filterOperators, type Operator, type Sort } from "#domain";

export const changePeriods = ["7d", "30d", "90d"] as const;
export type ChangePeriod = (typeof changePeriods)[number];

/** One condition that a reader set: field, operator, value. */
export type Condition = readonly [field: string, operator: Operator, value: FilterValue];

export interface TableSearch {
  /** Counts from 1. */
  page?: number;
  perPage?: number;
  /** A field or metric path; with a leading `-` from high to low. */
  sort?: string;
  /** Words to look for. */
  q?: string;
  filters?: Condition[];
  /** Names of the columns shown, joined by commas. */
  columns?: string;
  /** The span of the changes shown in metric cells; 30 days by default. */
  change?: ChangePeriod;
}

const text = (max: number) =>
  z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(max))), undefined);
const count = z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))), undefined);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const condition = z.tuple([z.string(), z.enum(filterOperators), z.union([scalar, z.array(scalar)])]);

const schema = z.object({
  page: count,
  perPage: count,
  sort: text(200),
  // The address parser turns a search for "2026" into a number.
  q: z.catch(z.optional(z.pipe(z.union([z.string(), z.number()]), z.transform(String))), undefined),
  filters: z.catch(z.optional(z.array(condition).check(z.maxLength(50))), undefined),
  columns: text(4_000),
  change: z.catch(z.optional(z.enum(changePeriods)), undefined),
});

/** A route's `validateSearch`: keeps what is well formed and drops the rest. */
export function readTableSearch(raw: Record<string, unknown>): TableSearch {
  const search = schema.parse(raw);
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** `-holders.chg_30d_pct` as a sort; null where the address names none. */
export function searchSort({ sort }: TableSearch): Sort | null {
  if (sort === undefined) return null;
  return sort.startsWith("-")
    ? { field: sort.slice(1), direction: "desc" }
    : { field: sort, direction: "asc" };
}

/** The conditions as a filter; null where there are none. */
export function searchFilter({ filters = [] }: TableSearch): Filter | null {
  const [first, ...rest] = filters.map(([field, operator, value]): Filter => ({ field, operator, value }));
  if (!first) return null;
  return rest.length === 0 ? first : { operator: "and", filters: [first, ...rest] };
}

/** Which columns to show: the reader's choice, else the page's. The first of the page's always stands first. */
export function searchColumns({ columns }: TableSearch, defaults: readonly string[]): readonly string[] {
  if (columns === undefined) return defaults;
  const [first, ...others] = [...defaults.slice(0, 1), ...columns.split(",").filter((name) => name !== "")];
  return first === undefined ? [] : [first, ...new Set(others.filter((name) => name !== first))];
}

/** The search that a click on a column head leads to: its own direction first, then the other. */
export function nextSort(field: string, current: Sort, first: "asc" | "desc"): string {
  const direction = current.field === field ? (current.direction === "asc" ? "desc" : "asc") : first;
  return direction === "desc" ? `-${field}` : field;
}
