/**
 * Parses a v4 query. Shape and bounds are checked here; fields and operators are checked where the resource
 * is known.
 */
import { z } from "zod";
import { type InputProblem, InvalidError } from "../errors/errors";
import { aggregateFunctions } from "../metrics/metric";
import { filterOperators } from "./operators";
import {
  aggregateModes,
  type CursorSide,
  type Filter,
  type FilterScalar,
  intervals,
  isFilterGroup,
  type PageCursor,
  type Query,
} from "./query";
import { queryLimits } from "./queryLimits";
import { schemaWords } from "./schemaWords";

const scalar = z.union([z.string().max(queryLimits.valueLength), z.number(), z.boolean(), z.null()], {
  error: "must be a string (at most 1,000 characters), a number, true, false, null or a list of these",
});
const leafSchema = z.strictObject({
  operator: z.enum(filterOperators, {
    error: `must be one of and, or, ${filterOperators.join(", ")}`,
  }),
  field: z.string({ error: "must name a field" }).min(1).max(200),
  value: z.union([scalar, z.array(scalar)], {
    error: "must be a string (at most 1,000 characters), a number, true, false, null or a list of these",
  }),
});
const groupSchema = z.strictObject({
  operator: z.enum(["and", "or"]),
  filters: z.array(z.unknown(), { error: "must be a list of filters" }),
});

/** A number, or its text as sent by form fields. */
const wholeNumber = (max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z
      .int({ error: `must be a whole number from 1 to ${max.toLocaleString("en")}` })
      .min(1)
      .max(max),
  );

const cursorText = z
  .string({ error: "must be a cursor: `next` or `previous` from a response" })
  .min(1)
  .max(queryLimits.cursorLength);

const partsSchema = z.strictObject({
  filter: z.unknown().optional(),
  sort: z
    .strictObject({
      field: z.string().min(1).max(200),
      direction: z.enum(["asc", "desc", ""]).default(""),
    })
    .nullish(),
  pagination: z
    .strictObject({
      page: wholeNumber(queryLimits.maxPage).optional(),
      perPage: wholeNumber(1_000_000).optional(),
      after: cursorText.optional(),
      before: cursorText.optional(),
    })
    .nullish(),
  aggregate: z
    .strictObject({
      groupBy: z.string().min(1).max(100).nullish(),
      aggregateFunction: z.enum(aggregateFunctions).nullish(),
      interval: z.enum(intervals).nullish(),
      mode: z.enum(aggregateModes).nullish(),
      groupLimit: wholeNumber(1_000_000).nullish(),
    })
    .nullish(),
  fields: z.array(z.string().min(1).max(200)).max(queryLimits.fields).nullish(),
  search: z.string().max(queryLimits.searchLength).nullish(),
});

/** `["filter", "filters", 1, "operator"]` as `filter.filters[1].operator`. */
export const problemPath = (parts: readonly PropertyKey[]): string =>
  parts.reduce<string>(
    (path, part) =>
      typeof part === "number" ? `${path}[${part}]` : path === "" ? String(part) : `${path}.${String(part)}`,
    "",
  );

function invalid(problems: readonly InputProblem[]): InvalidError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return new InvalidError(
    first === undefined ? "The query is not valid." : `${first.path}: ${first.message}${more}`,
    problems,
  );
}

/** An `InvalidError` about one part of a query. */
export const invalidAt = (path: string, message: string): InvalidError => invalid([{ path, message }]);

/** What the parts of a query contain, for messages about other values. */
const parts: Readonly<Record<string, readonly string[]>> = {
  "": Object.keys(partsSchema.shape),
  sort: ["field", "direction"],
  pagination: ["page", "perPage", "after", "before"],
  aggregate: ["groupBy", "aggregateFunction", "interval", "mode", "groupLimit"],
};

function partsAt(path: readonly PropertyKey[]): string {
  const names = path.length > 1 ? undefined : parts[String(path[0] ?? "")];
  return names === undefined ? "" : `; use ${names.join(", ")}`;
}

const problemsOf = (error: z.ZodError, at: readonly PropertyKey[]): InputProblem[] =>
  error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: problemPath([...at, ...issue.path, key]),
          message: `unknown property${partsAt([...at, ...issue.path])}`,
        }))
      : [{ path: problemPath([...at, ...issue.path]) || "query", message: issue.message }],
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Walks a filter manually, so that depth and size are bounded before anything is built from it. */
class FilterReader {
  readonly problems: InputProblem[] = [];
  private leaves = 0;
  private values = 0;

  read(raw: unknown, at: readonly PropertyKey[], depth: number): Filter | null {
    if (this.problems.length >= 20) return null;
    if (!isObject(raw)) return this.refuse(at, "must be an object with an operator");
    if (raw.operator !== "and" && raw.operator !== "or") return this.readLeaf(raw, at);
    if (depth > queryLimits.filterDepth) {
      return this.refuse(at, `groups can be nested at most ${queryLimits.filterDepth} deep`);
    }
    const parsed = groupSchema.safeParse(raw, { error: schemaWords });
    if (!parsed.success) return this.refuseAll(parsed.error, at);
    const { operator, filters: rawFilters } = parsed.data;
    if (rawFilters.length > queryLimits.filterLeaves) {
      return this.refuse(
        [...at, "filters"],
        `a filter can have at most ${queryLimits.filterLeaves} conditions`,
      );
    }
    const filters = rawFilters.flatMap((inner, index) => {
      const filter = this.read(inner, [...at, "filters", index], depth + 1);
      return filter === null ? [] : [filter];
    });
    return { operator, filters };
  }

  private readLeaf(raw: unknown, at: readonly PropertyKey[]): Filter | null {
    this.leaves += 1;
    if (this.leaves > queryLimits.filterLeaves) {
      return this.refuse(at, `a filter can have at most ${queryLimits.filterLeaves} conditions`);
    }
    const parsed = leafSchema.safeParse(raw, { error: schemaWords });
    if (!parsed.success) return this.refuseAll(parsed.error, at);
    const value: FilterScalar | FilterScalar[] = parsed.data.value;
    this.values += Array.isArray(value) ? value.length : 1;
    if (this.values > queryLimits.filterValues) {
      return this.refuse(
        [...at, "value"],
        `a filter can have at most ${queryLimits.filterValues.toLocaleString("en")} values`,
      );
    }
    return parsed.data;
  }

  private refuse(at: readonly PropertyKey[], message: string): null {
    this.problems.push({ path: problemPath(at), message });
    return null;
  }

  private refuseAll(error: z.ZodError, at: readonly PropertyKey[]): null {
    this.problems.push(...problemsOf(error, at));
    return null;
  }
}

/**
 * The cursor of a query.
 * @throws InvalidError for two cursors, or a cursor together with a page number
 */
function readCursor({
  page,
  after,
  before,
}: {
  page?: number;
  after?: string;
  before?: string;
}): PageCursor | null {
  const cursorOf = (side: CursorSide, text: string | undefined): PageCursor[] =>
    text === undefined ? [] : [{ side, text }];
  const [cursor, other] = [...cursorOf("after", after), ...cursorOf("before", before)];
  if (cursor === undefined) return null;
  if (other !== undefined) throw invalidAt("pagination.before", "cannot be combined with after");
  if (page !== undefined) throw invalidAt("pagination.page", `cannot be combined with ${cursor.side}`);
  return cursor;
}

/** @throws InvalidError if a query requests a page by cursor from a resource that is not paged by key */
export function requireNoCursor({ pagination: { cursor } }: Pick<Query, "pagination">, label: string): void {
  if (cursor === null) return;
  throw invalidAt(`pagination.${cursor.side}`, `${label} cannot be paged by cursor; use page`);
}

/**
 * Parses a query that a client sent: the object of `QueryInput`, or nothing.
 * @throws InvalidError naming each offending part by its path.
 */
export function parseQuery(raw: unknown): Query {
  if (raw !== undefined && raw !== null && !isObject(raw)) {
    throw invalidAt("query", "must be an object with filter, sort, pagination and aggregate");
  }
  const parsed = partsSchema.safeParse(raw ?? {}, { error: schemaWords });
  const problems = parsed.success ? [] : problemsOf(parsed.error, []);
  const reader = new FilterReader();
  const rawFilter = isObject(raw) ? raw.filter : undefined;
  const isEmpty =
    rawFilter === undefined ||
    rawFilter === null ||
    (isObject(rawFilter) && Object.keys(rawFilter).length === 0);
  const filter = isEmpty ? null : reader.read(rawFilter, ["filter"], 1);
  problems.push(...reader.problems);
  if (!parsed.success || problems.length > 0) throw invalid(problems);
  const { sort, pagination, aggregate, fields, search } = parsed.data;
  return {
    filter,
    sort: sort ?? null,
    pagination: {
      page: pagination?.page ?? 1,
      perPage: pagination?.perPage ?? null,
      cursor: readCursor(pagination ?? {}),
    },
    aggregate: aggregate
      ? {
          groupBy: aggregate.groupBy ?? undefined,
          aggregateFunction: aggregate.aggregateFunction ?? undefined,
          interval: aggregate.interval ?? undefined,
          mode: aggregate.mode ?? undefined,
          groupLimit: aggregate.groupLimit ?? undefined,
        }
      : null,
    fields: fields ?? null,
    search: search?.trim() || null,
    isPaged: Object.values(pagination ?? {}).some((part) => part !== undefined),
  };
}

/**
 * Parses the text of the `query` parameter.
 * @throws InvalidError for text that is not JSON, too long, or not a query.
 */
export function parseQueryText(text: string | null | undefined): Query {
  if (text === null || text === undefined || text.trim() === "") return parseQuery(undefined);
  if (text.length > queryLimits.queryLength) {
    throw invalidAt(
      "query",
      `must be at most ${queryLimits.queryLength} characters; this one has ${text.length}`,
    );
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw invalidAt("query", "must be a URL-encoded JSON object");
  }
  return parseQuery(raw);
}

/** The leaves of a filter with their paths. */
export function* filterLeaves(
  filter: Filter | null,
  path = "filter",
): Generator<{ leaf: Exclude<Filter, { filters: unknown }>; path: string }> {
  if (filter === null) return;
  if (!isFilterGroup(filter)) yield { leaf: filter, path };
  else for (const [i, inner] of filter.filters.entries()) yield* filterLeaves(inner, `${path}.filters[${i}]`);
}
