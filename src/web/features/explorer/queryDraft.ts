/** The builder's draft of a data API query: every part present, values as typed text. */
import type { FieldMeta } from "#domain/api";
import type { Filter, FilterScalar, FilterValue, Operator, QueryInput, Sort } from "#domain/query";
import { allOf, isFilterGroup } from "#domain/query";

export interface DraftLeaf {
  /** Identifies the node in the form. */
  id: number;
  field: string;
  operator: Operator;
  /** Typed text, or selected values. */
  words: string | readonly string[];
  /** The original value, used until the text changes. */
  given?: FilterValue | undefined;
}

export interface DraftGroup {
  id: number;
  operator: "and" | "or";
  filters: readonly DraftNode[];
}

export type DraftNode = DraftLeaf | DraftGroup;

export interface QueryDraft {
  /** Slugs of the metrics of a series; empty if the filter selects them in another form. */
  metrics: readonly string[];
  filter: DraftGroup;
  sort: Sort | null;
  page: string;
  perPage: string;
  groupBy: string | null;
  aggregateFunction: string | null;
  interval: string | null;
  mode: string | null;
  /** Preserved as received: the builder has no control for it. */
  groupLimit: number | null;
  fields: readonly string[];
  search: string;
}

const MEASURE = "measure_slug";

export const isDraftGroup = (node: DraftNode): node is DraftGroup => "filters" in node;

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};

export const newLeaf = (field: Pick<FieldMeta, "name" | "operators">): DraftLeaf => ({
  id: nextId(),
  field: field.name,
  operator: field.operators[0] ?? "equals",
  words: "",
});

export const newGroup = (operator: "and" | "or", filters: readonly DraftNode[] = []): DraftGroup => ({
  id: nextId(),
  operator,
  filters,
});

const wordsOf = (value: FilterValue): string | readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === null ? "null" : String(value);

function draftNode(filter: Filter): DraftNode {
  if (isFilterGroup(filter)) return newGroup(filter.operator, filter.filters.map(draftNode));
  const { field, operator, value } = filter;
  return { id: nextId(), field, operator, words: wordsOf(value), given: value };
}

/** The metrics that a condition selects; null if it concerns another field. */
const metricsOf = (node: DraftNode): readonly string[] | null => {
  if (isDraftGroup(node) || node.field !== MEASURE) return null;
  if (node.operator === "equals" && typeof node.words === "string") return [node.words];
  return node.operator === "in" && typeof node.words !== "string" ? node.words : null;
};

/**
 * Converts a query to a draft.
 *
 * @param picksMetrics true if metrics are edited apart from the filter, as for series
 */
export function draftOf(query: QueryInput, { picksMetrics }: { picksMetrics: boolean }): QueryDraft {
  const root = query.filter == null ? newGroup("and") : draftNode(query.filter);
  const whole = isDraftGroup(root) ? root : newGroup("and", [root]);
  const measures = picksMetrics && whole.operator === "and" ? whole.filters.filter(metricsOf) : [];
  // Several conditions on metrics are an intersection and stay in the filter.
  const [measure] = measures.length === 1 ? measures : [];
  return {
    metrics: measure === undefined ? [] : (metricsOf(measure) ?? []),
    filter: { ...whole, filters: whole.filters.filter((node) => node !== measure) },
    sort: query.sort ?? null,
    page: query.pagination?.page === undefined ? "" : String(query.pagination.page),
    perPage: query.pagination?.perPage === undefined ? "" : String(query.pagination.perPage),
    groupBy: query.aggregate?.groupBy ?? null,
    aggregateFunction: query.aggregate?.aggregateFunction ?? null,
    interval: query.aggregate?.interval ?? null,
    mode: query.aggregate?.mode ?? null,
    groupLimit: query.aggregate?.groupLimit ?? null,
    fields: query.fields ?? [],
    search: query.search ?? "",
  };
}

const numeric: ReadonlySet<string> = new Set(["number", "metric", "id", "ids"]);

function scalarOf(words: string, field: FieldMeta | undefined): FilterScalar {
  const text = words.trim();
  if (text === "null" && field?.nullable !== false) return null;
  if (field?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  // Invalid numbers are sent as text, and the API reports the error.
  if (field !== undefined && numeric.has(field.type) && text !== "" && Number.isFinite(Number(text))) {
    return Number(text);
  }
  return words;
}

/** True if an operator takes a list. */
export const wantsList = (operator: Operator): boolean =>
  operator === "in" || operator === "not-in" || operator === "includes" || operator === "not-includes";

/** Splits a comma-separated list. */
export const listed = (words: string | readonly string[]): string[] =>
  (typeof words === "string" ? words.split(",") : [...words])
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** The value of a condition, converted to the type of its field. */
function conditionValue({ operator, words, given }: DraftLeaf, field: FieldMeta | undefined): FilterValue {
  if (given !== undefined) return given;
  if (wantsList(operator)) return listed(words).map((one) => scalarOf(one, field));
  return scalarOf(typeof words === "string" ? words : words.join(","), field);
}

const isBlank = ({ words, given }: DraftLeaf) => given === undefined && listed(words).length === 0;

/** Ids of the conditions without a value. */
export const incomplete = (node: DraftNode): number[] =>
  isDraftGroup(node) ? node.filters.flatMap(incomplete) : isBlank(node) ? [node.id] : [];

function filterOf(node: DraftNode, fields: ReadonlyMap<string, FieldMeta>): Filter[] {
  if (!isDraftGroup(node)) {
    const { field, operator } = node;
    return [{ operator, field, value: conditionValue(node, fields.get(field.split(".")[0] ?? field)) }];
  }
  const filters = node.filters.flatMap((inner) => filterOf(inner, fields));
  // A group with one condition equals that condition.
  return filters.length <= 1 ? filters : [{ operator: node.operator, filters }];
}

const partsOf = (parts: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined => {
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== "");
  return given.length === 0 ? undefined : Object.fromEntries(given);
};

const numberOf = (words: string): number | string =>
  /^\d+$/.test(words.trim()) ? Number(words) : words.trim();

/** Converts a draft to a query. Blank parts are omitted. */
export function queryOf(draft: QueryDraft, fields: readonly FieldMeta[]): QueryInput {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const { metrics } = draft;
  const measure: Filter[] =
    metrics.length === 0
      ? []
      : metrics.length === 1
        ? [{ operator: "equals", field: MEASURE, value: metrics[0] ?? "" }]
        : [{ operator: "in", field: MEASURE, value: [...metrics] }];
  const [root] = filterOf(draft.filter, byName);
  const conditions =
    root === undefined ? [] : isFilterGroup(root) && root.operator === "and" ? root.filters : [root];
  const filter = allOf(...measure, ...conditions);
  const pagination = partsOf({ page: numberOf(draft.page), perPage: numberOf(draft.perPage) });
  const { groupBy, aggregateFunction, interval, mode, groupLimit } = draft;
  const aggregate = partsOf({ groupBy, aggregateFunction, interval, mode, groupLimit });
  return {
    ...(filter && { filter }),
    ...(draft.sort && { sort: draft.sort }),
    ...(pagination && { pagination }),
    ...(aggregate && { aggregate }),
    ...(draft.fields.length > 0 && { fields: [...draft.fields] }),
    ...(draft.search.trim() !== "" && { search: draft.search.trim() }),
  };
}

/** A tree with one node replaced, or removed if `change` returns null. */
export function changedNode<Node extends DraftNode>(
  node: Node,
  id: number,
  change: (node: DraftNode) => DraftNode | null,
): Node {
  if (!isDraftGroup(node)) return node;
  const filters = node.filters.flatMap((inner) => {
    if (inner.id !== id) return [changedNode(inner, id, change)];
    const changed = change(inner);
    return changed === null ? [] : [changed];
  });
  return { ...node, filters };
}
