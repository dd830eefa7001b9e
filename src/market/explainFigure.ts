import type {
  ExplainedFigure,
  ExplainedMember,
  ExplainedObservation,
  Explanation,
  Source,
} from "#domain/api";
import { NotFoundError } from "#domain/errors";
import { acrossTokensPhrase, addsUp, type Metric, metricById, metricByName } from "#domain/metrics";
import { invalidAt } from "#domain/query";
import {
  ASSET_LISTING_OFFSET,
  entityOf,
  isUnitKind,
  listingColumn,
  perUnitProblem,
  type SubjectType,
  WHOLE_CATALOG,
} from "#domain/resources";
import { quoted } from "#domain/text";
import { computedBeside } from "./explain/computedBeside";
import { dailyOf, figureAt, inSet, type ListingSet } from "./explain/figureAt";
import { ledgerOrigins } from "./explain/ledgerOrigins";
import { type Reach, reachOf, withinReach } from "./explain/reach";
import { reportedObservations } from "./explain/reportedObservations";
import { sourceGroups, sourceIdOf } from "./explain/sourceGroups";
import { idIn } from "./getEntity";
import type { Market } from "./market";
import { resourceNamed } from "./query/resourceNamed";
import { newestDays } from "./series/newestDays";
import { SqlBinder } from "./sql/sqlBinder";
import { sinceOf } from "./visible/sinceOf";
import { visibleNames } from "./visible/visibleNames";
import { hiddenIn, hiddenMetricsOf, requireReadable } from "./visible/visibleResource";

export interface ExplainRequest {
  /** Slug, alias or id. */
  metric: string | number;
  entityType: SubjectType;
  /** Numeric id or slug; ignored for the catalog. */
  entityId: string | number;
  /** `YYYY-MM-DD`; the latest day by default. */
  date?: string | null;
}

/** For figures without a known value on any day. */
const FIRST_DAY = "1900-01-01";
const MEMBERS = 20;

/**
 * The origin of a figure: its formula with the inputs, their observations and sources, values of other
 * sources, computed values beside reported ones, and the largest members of a total.
 * @throws NotFoundError for a metric or entity that does not exist
 */
export function explainFigure(market: Market, request: ExplainRequest): Promise<Explanation> {
  return market.remember({
    kind: "explanation",
    key: [request.metric, request.entityType, request.entityId, request.date ?? null],
    sizeOf: ({ observations, unused, computed, ledger, superseded, sources, members }) =>
      1_000 +
      ledger.reduce((sum, { readings }) => sum + 500 + readings.length * 300, 0) +
      (observations.length +
        3 * (unused.length + computed.length) +
        5 * superseded.length +
        sources.length +
        members.length) *
        300,
    make: () => makeExplanation(market, request),
  });
}

async function makeExplanation(market: Market, request: ExplainRequest): Promise<Explanation> {
  const { scope } = market;
  const resource = request.entityType === "catalog" ? "tokens" : entityOf(request.entityType).resource;
  requireReadable(market, resourceNamed(resource));
  const hidden = hiddenMetricsOf(hiddenIn(scope, resource, "assets", "tokens"));
  const metric = metricNamed(request.metric, hidden);
  if (metric.isPerUnit && !isUnitKind(request.entityType)) {
    throw invalidAt("metric", perUnitProblem(metric));
  }
  const entity = await entityNamed(market, request);
  const listings: ListingSet = {
    ...(entity.type === "catalog"
      ? { column: "1", id: 1 }
      : { column: listingColumn(entity.type, "id"), id: entity.id }),
    isWithinAsset: entity.type === "asset" || entity.type === "token",
  };
  const since = sinceOf(scope, [resource]);
  const requested =
    request.date ??
    (await newestDay(market, { metric, listings, entity })) ??
    (listings.isWithinAsset ? await newestObservedDay(market, { metric, listings }) : null);
  const date = requested === null || (since !== null && requested < since) ? null : requested;
  // The figure takes several sequential statements. Everything independent of it is read concurrently.
  const [whole, found] = await Promise.all([
    figureAt(market, { metric, listings, date: date ?? FIRST_DAY }),
    date === null ? { rows: [], count: 0 } : membersAt(market, { metric, listings, date }),
  ]);
  const figure = withoutHidden(whole, hidden);
  const showsTokens = (scope?.termsOf("tokens").deniedBy ?? null) === null;
  // Members are rows of tokens.
  const isTotal = request.entityType !== "token" && showsTokens;
  const members = withShares(found.rows, { metric, total: figure.value });
  const { count } = found;
  // The inputs of the figure: known for one asset; for a total, all possible inputs of its members.
  const reached = listings.isWithinAsset ? reachIn(figure) : reachOf(metric);
  const used: Reach = new Map([...reached].filter(([id]) => !hidden.has(id)));
  const [reported, sources, computed] =
    date === null
      ? [{ observations: [], unused: [], superseded: [] }, [], []]
      : await Promise.all([
          reportedObservations(market, {
            used,
            members,
            subject: listings.isWithinAsset ? listings : null,
            date,
            isNewest: (request.date ?? null) === null,
            showsTokens,
          }),
          sourcesOf(market, { metric, listings, used, date }),
          listings.isWithinAsset && showsTokens
            ? computedBeside(market, { metric, listings, date, hidden })
            : [],
        ]);
  const ledger = await ledgerOrigins(
    market,
    reported.observations.filter((one) => since === null || one.date >= since),
  );
  const isInHistory = (one: ExplainedObservation) => since === null || one.date >= since;
  const listed = members.reduce((total, member) => total + member.value, 0);
  return {
    ...figure,
    entity,
    across: request.entityType === "token" ? null : acrossTokensPhrase(metric.across),
    level: isTotal && entity.type === "asset" ? servedLevel(members, { count, metric }) : null,
    observations: reported.observations.filter(isInHistory),
    unused: reported.unused.filter(isInHistory),
    computed,
    ledger,
    superseded: reported.superseded.filter(isInHistory),
    sources,
    members: isTotal ? members : [],
    rest: {
      count: isTotal ? count - members.length : 0,
      value: isTotal && addsUp(metric) && count > members.length ? (figure.value ?? 0) - listed : null,
    },
  };
}

/** The level of an asset that its largest members belong to; null if it has members of both, as prices can have. */
function servedLevel(
  members: readonly ExplainedMember[],
  { count, metric }: { count: number; metric: Metric },
): Explanation["level"] {
  const levels = new Set(
    members.map(({ token_id }) => (token_id >= ASSET_LISTING_OFFSET ? "asset" : "tokens")),
  );
  const [level] = levels;
  // What is summed is served at one level, so that any of its members shows which.
  return level === undefined || levels.size > 1 || (count > members.length && !addsUp(metric)) ? null : level;
}

/** A figure without its hidden inputs and the inputs of these. */
const withoutHidden = (figure: ExplainedFigure, hidden: ReadonlySet<number>): ExplainedFigure => ({
  ...figure,
  inputs: figure.inputs
    .filter(({ measure }) => !hidden.has(measure.id))
    .map((input) => withoutHidden(input, hidden)),
});

function metricNamed(name: string | number, hidden: ReadonlySet<number>): Metric {
  const metric = metricByName(String(name)) ?? metricById(Number(name));
  if (metric === undefined || hidden.has(metric.id))
    throw new NotFoundError(`There is no metric ${quoted(name)}.`);
  return metric;
}

async function entityNamed(
  market: Market,
  { entityType, entityId }: ExplainRequest,
): Promise<Explanation["entity"]> {
  if (entityType === "catalog") return { type: "catalog", id: 0, slug: "catalog", name: WHOLE_CATALOG };
  const names = (await market.names()).get(entityType);
  const id = idIn(names, entityId);
  const entity = id === null ? undefined : names?.byId.get(id);
  if (entity === undefined) {
    throw new NotFoundError(`There is no ${entityType.replaceAll("_", " ")} ${quoted(entityId)}.`);
  }
  return { type: entityType, id: entity.id, ...visibleNames(market.scope, entityType, entity) };
}

interface FigureOf {
  metric: Metric;
  listings: ListingSet;
}

async function newestDay(
  market: Market,
  { metric, listings, entity }: FigureOf & Pick<Explanation, "entity">,
): Promise<string | null> {
  // For the catalog, the latest day as in its series: values last known long before all other data are
  // unknown now.
  if (entity.type === "catalog") return (await newestDays(market)).get(metric.id) ?? null;
  const binder = new SqlBinder();
  const [shown] = await market.store.rows<{ as_of: string }>(
    `SELECT as_of FROM entity_metrics WHERE entity_type = ${binder.bind("String", entity.type)}
       AND entity_id = ${binder.bind("UInt32", entity.id)} AND metric_id = ${metric.id}`,
    binder.parameters,
  );
  if (shown !== undefined) return shown.as_of;
  const daily = new SqlBinder();
  const [newest] = await market.store.rows<{ date: string | null }>(
    `SELECT maxOrNull(d.date) AS date FROM daily_metrics AS d WHERE ${dailyOf([metric.id], listings, daily)}`,
    daily.parameters,
  );
  return newest?.date ?? null;
}

/** The last day of an observation, used or superseded, of a token or asset without served figures. */
async function newestObservedDay(market: Market, { metric, listings }: FigureOf): Promise<string | null> {
  const binder = new SqlBinder();
  const set = inSet(listings, binder);
  const [newest] = await market.store.rows<{ date: string | null }>(
    `SELECT maxOrNull(date) AS date FROM (
       SELECT date, asset_id, token_id, metric_id FROM observations
       UNION ALL
       SELECT date, asset_id, token_id, metric_id FROM superseded_values FINAL WHERE is_set_aside AND lifted_at IS NULL)
     WHERE asset_id IN (SELECT asset_id FROM dim_tokens WHERE ${set})
       AND token_id IN (SELECT id FROM dim_tokens WHERE ${set}) AND metric_id = ${metric.id}`,
    binder.parameters,
  );
  return newest?.date ?? null;
}

/** The largest of all members. */
async function membersAt(market: Market, { metric, listings, date }: FigureOf & { date: string }) {
  const binder = new SqlBinder();
  const rows = await market.store.rows<
    Omit<ExplainedMember, "slug" | "name" | "share_percent"> & { count: string }
  >(
    `SELECT d.token_id AS token_id, d.asset_id AS asset_id, d.value AS value, d.carried AS carried,
       d.derived AS derived, d.is_sample AS is_sample, count() OVER () AS count
     FROM daily_metrics AS d
     WHERE ${dailyOf([metric.id], listings, binder)} AND d.date = ${binder.bind("Date32", date)}
     ORDER BY d.value DESC, d.token_id LIMIT ${MEMBERS}`,
    binder.parameters,
  );
  const names = (await market.names()).get("token");
  const named = rows.map(({ count: _, ...row }) => {
    const id = row.token_id;
    const token = names?.byId.get(id) ?? { id, slug: String(id), name: String(id) };
    return { ...row, ...visibleNames(market.scope, "token", token) };
  });
  return { rows: named, count: Number(rows[0]?.count ?? 0) };
}

function withShares(
  members: readonly Omit<ExplainedMember, "share_percent">[],
  { metric, total }: { metric: Metric; total: number | null },
): ExplainedMember[] {
  // Inflows and outflows are not shares of their difference.
  const hasShares =
    addsUp(metric) && total !== null && total !== 0 && members.every(({ value }) => value * total >= 0);
  return members.map((member) => ({
    ...member,
    share_percent: hasShares ? (100 * member.value) / total : null,
  }));
}

/** The metrics of a figure and of its inputs, with the number of days up to its date. */
function reachIn(figure: ExplainedFigure): Reach {
  const reach = new Map<number, number>();
  const visit = ({ measure, over_days, inputs }: ExplainedFigure, before: number): void => {
    const days = Math.max(before, over_days ?? 1);
    reach.set(measure.id, Math.max(days, reach.get(measure.id) ?? 0));
    for (const input of inputs) visit(input, days);
  };
  visit(figure, 1);
  return reach;
}

/**
 * The sources of every member, listed or not: those of served observations that can be inputs of the day's
 * figures.
 */
async function sourcesOf(
  market: Market,
  { metric, listings, used, date }: FigureOf & { used: Reach; date: string },
): Promise<Source[]> {
  const binder = new SqlBinder();
  const day = binder.bind("Date32", date);
  // Values of the asset as a whole apply to its tokens too, and prices of tokens to the asset.
  const ownListings =
    listings.column === "id" && listings.id < ASSET_LISTING_OFFSET
      ? `AND (token_id = ${listings.id} OR token_id >= ${ASSET_LISTING_OFFSET})`
      : "";
  const [rows, groups] = await Promise.all([
    market.store.rows<{ provider: string; is_sample: boolean }>(
      `SELECT DISTINCT provider, is_sample FROM sources FINAL WHERE id IN (
         SELECT source_id FROM daily_metrics
         WHERE asset_id IN (
             SELECT DISTINCT d.asset_id FROM daily_metrics AS d
             WHERE ${dailyOf([metric.id], listings, binder)} AND d.date = ${day})
           AND ${withinReach(used, day)} ${ownListings})`,
      binder.parameters,
    ),
    sourceGroups(market),
  ]);
  const ids = new Set(rows.map(sourceIdOf));
  return [...groups.values()].filter(({ id }) => ids.has(id));
}
