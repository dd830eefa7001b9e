import { DAY_MS } from "#domain/days";
import { ForbiddenError, InvalidError } from "#domain/errors";
import { metricById } from "#domain/metrics";
import type { ReadScope } from "#domain/people";
import type { Filter } from "#domain/query";
import {
  assetsResource,
  checksResource,
  type Field,
  fieldByName,
  holdersResource,
  kindListedBy,
  type Resource,
  resources,
  tokensResource,
  transactionsResource,
} from "#domain/resources";
import type { TableConditions } from "#stores";
import type { Market } from "../market";
import { compileFilter } from "../query/compileFilter";
import { RowSource } from "../query/rowSource";
import { SqlBinder } from "../sql/sqlBinder";
import { sinceOf } from "../visible/sinceOf";
import { hiddenMetricsOf } from "../visible/visibleResource";

/** The ids of the visible rows of a resource: those listed, or all but those listed. */
interface Remaining {
  ids: readonly number[];
  isExcluded: boolean;
}

/**
 * The part of each table that a scope leaves visible. Rows are filtered once for each data version, by the
 * filter grammar of the API, and passed to the engine as ids. Conditions on an asset also apply to its tokens
 * and their figures.
 */
export async function tableConditions(market: Market, scope: ReadScope): Promise<TableConditions> {
  const { conditions } = await market.remember({
    kind: "conditions of tables",
    key: scope.fingerprint,
    sizeOf: ({ conditions: made }) => JSON.stringify(made).length * 2,
    make: async () => ({ conditions: await makeConditions(market, scope) }),
  });
  return conditions;
}

async function makeConditions(market: Market, scope: ReadScope): Promise<TableConditions> {
  const conditions = new Map<string, string[]>();
  const add = (table: string, condition: string) =>
    conditions.set(table, [...(conditions.get(table) ?? []), condition]);
  for (const resource of resources) {
    const { rows, since, deniedBy, hidden } = scope.termsOf(resource.slug);
    const kind = kindListedBy(resource.slug);
    // Results about totals of an entity state what its row does. Those about assets and tokens follow below.
    const addOfSubject = (condition: string) => {
      if (kind === null || sharedByFigures.includes(resource.slug)) return;
      add(checksResource.table, `(subject_type != ${textOf(kind)} OR ${condition})`);
    };
    if (deniedBy !== null) addOfSubject("0");
    const hiddenIds = [...hiddenMetricsOf(hidden)];
    if (hiddenIds.length > 0) addOfSubject(`measure_id NOT IN (${hiddenIds.join(", ")})`);
    if (rows !== null && hasNumericIds(resource)) {
      const remaining = await remainingIds(market, resource, rows);
      add(resource.table, isAmong("id", remaining));
      addOfSubject(isAmong("subject_id", remaining));
      if (resource.slug === "assets")
        for (const table of tablesOfAssets) add(table, isAmong("asset_id", remaining));
      if (resource.slug === "tokens")
        for (const table of tablesOfListings) add(table, isAmong("token_id", remaining));
    }
    const dated = dateField(resource);
    if (since !== null && dated !== null) {
      for (const table of tablesOfRows(resource)) add(table, isSince(dated, since));
    }
  }
  // Results about groups, which name no asset, state totals that include hidden rows: conditions by id exclude them.
  for (const slug of sharedByFigures) {
    const { deniedBy, hidden } = scope.termsOf(slug);
    const hiddenIds = [...hiddenMetricsOf(hidden)];
    if (deniedBy !== null) add(checksResource.table, "0");
    if (hiddenIds.length > 0) {
      add(checksResource.table, `measure_id NOT IN (${hiddenIds.join(", ")})`);
      // The bound of some results is a figure of another metric.
      const slugs = hiddenIds.map((id) => textOf(metricById(id)?.slug ?? ""));
      add(checksResource.table, `ifNull(bound_measure_slug NOT IN (${slugs.join(", ")}), 1)`);
    }
  }
  const since = sinceOf(scope, sharedByFigures);
  if (since !== null)
    for (const table of tablesOfListings) add(table, `toInt32(date) >= ${dayNumber(since)}`);
  return Object.fromEntries([...conditions].map(([table, all]) => [table, all.join(" AND ")]));
}

/** Transactions include transfers of the ledger, which have the time of their block too. */
const tablesOfRows = ({ slug, table }: Resource): string[] =>
  slug === transactionsResource.slug ? [table, "ledger_transfers", "ledger_hot"] : [table];

/**
 * Figures over time belong to listings, which assets and tokens share: the shorter history applies to both.
 */
const sharedByFigures: readonly string[] = [assetsResource.slug, tokensResource.slug];

/** Results of checks state figures, as the others do, and holders shares of supply. */
const tablesOfListings = [
  "daily_metrics",
  "observations",
  "superseded_values",
  checksResource.table,
  holdersResource.table,
];
const tablesOfAssets = [tokensResource.table, ...tablesOfListings];

/** A text in a condition, which may not contain quotes. */
const textOf = (text: string): string => `char(${[...Buffer.from(text)].join(", ")})`;

/**
 * Other resources have too many rows for a list of ids; `policyCondition` filters them when they are read.
 */
export const hasNumericIds = (resource: Pick<Resource, "fields" | "idField">): boolean =>
  resource.fields.find(({ name }) => name === resource.idField)?.type === "id";

/** The date field by which rows that are events are ordered. */
function dateField(resource: Resource): Field | null {
  const field = fieldByName(resource, resource.defaultSort.field);
  return field?.type === "date" || field?.type === "datetime" ? field : null;
}

/** More ids would add over a few hundred kilobytes to statements. */
const MOST_NAMED = 20_000;

const dayNumber = (day: string): number => Math.floor(Date.parse(day) / DAY_MS);

/** Rows without a known day are never too old. */
function isSince({ name, type }: Field, since: string): string {
  const own =
    type === "date"
      ? `toInt32(${name}) >= ${dayNumber(since)}`
      : `toUnixTimestamp(${name}) >= ${Date.parse(since) / 1_000}`;
  return `ifNull(${own}, 1)`;
}

const isAmong = (column: string, { ids, isExcluded }: Remaining): string => {
  if (ids.length === 0) return isExcluded ? "1" : "0";
  return `${column} ${isExcluded ? "NOT IN" : "IN"} (${ids.map((id) => Math.trunc(id)).join(", ")})`;
};

async function remainingIds(market: Market, resource: Resource, filter: Filter): Promise<Remaining> {
  const binder = new SqlBinder();
  const source = new RowSource(resource);
  const names = await market.names();
  const condition = inPolicy(() =>
    compileFilter(filter, { binder, resolve: source.resolve, names, of: resource.label }),
  );
  const rows = await market.store.compactRows<[id: number, remains: boolean | number]>(
    `SELECT t.${resource.idField}, ${condition} FROM ${source.from()} SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  const kept = rows.filter(([, remains]) => Boolean(remains)).map(([id]) => Number(id));
  const left = rows.filter(([, remains]) => !remains).map(([id]) => Number(id));
  // Lists visible rows if possible: rows added later are then excluded until they are filtered.
  return kept.length <= Math.max(MOST_NAMED, left.length)
    ? { ids: kept, isExcluded: false }
    : { ids: left, isExcluded: true };
}

/** A filter that was valid when its policy was saved can name removed data: then nothing is read. */
export function inPolicy<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw new ForbiddenError(
      "A policy of this key has a row filter that no longer fits the data. Contact the site administrator.",
      { cause: error },
    );
  }
}
