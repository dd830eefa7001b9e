/** Evaluates a watch against the data that its owner can read. */

import type { StoredWatch, WatchReader } from "#accounts/watches";
import { metricOf, SAMPLE_FIELD } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import { ForbiddenError, InvalidError, NotFoundError } from "#domain/errors";
import { evidenceKinds, isAttestationOverdue } from "#domain/evidence";
import { type Metric, type MetricPart, metricOfSlug } from "#domain/metrics";
import { type AccessPolicy, type ReadScope, readScope } from "#domain/people";
import { allOf, type Filter, isEqual, parseQuery } from "#domain/query";
import {
  type EntityType,
  entityOf,
  type FieldName,
  fieldReferringTo,
  listingColumn,
  OFF_CHAIN_LABEL,
  type ResourceSlug,
  resourceByName,
  type SeriesName,
  WHOLE_CATALOG,
} from "#domain/resources";
import { accessTo } from "#domain/vocabulary";
import {
  judgeFigure,
  metricOfCondition,
  type WatchCondition,
  type WatchedFigure,
  type WatchLook,
} from "#domain/watches";
import { figureDays, getEntity, listResource, type Market, metricSeries } from "#market";
import type { WatchFiringFacts, WatchProblem } from "#stores";
import { basisOf } from "./canStillRead";

/** The result of an evaluation, or the reason why there is none. */
export type Found =
  | { problem: Exclude<WatchProblem, ""> }
  | { problem: ""; look: WatchLook; facts: WatchFiringFacts; items: readonly EvaluatedItem[] };

export type EvaluatedItem = WatchFiringFacts["items"][number];

export interface EvaluationRequest {
  watch: Pick<StoredWatch, "subjectType" | "subjectId" | "condition">;
  reader: WatchReader;
  /** `YYYY-MM-DD` */
  today: string;
}

/** The part of the market that a watch's policies allow. */
export const scopeOfReader = (
  { policies }: { policies: readonly AccessPolicy[] },
  today: string,
): ReadScope | null => readScope(policies, { action: "read", today });

/**
 * Evaluates a watch now. Excludes data that its owner cannot read: resources excluded by the
 * plan or a policy, filtered rows and hidden metrics.
 */
export async function evaluateWatch(
  whole: Market,
  { watch, today, ...request }: EvaluationRequest,
): Promise<Found> {
  const scope = scopeOfReader(request.reader, today);
  const reader = { ...request.reader, scope };
  const market = whole.narrowed(scope);
  const { subjectType, subjectId, condition } = watch;
  try {
    const subject =
      subjectType === "catalog" || subjectId === null
        ? ({ type: "catalog", id: null, slug: null, name: WHOLE_CATALOG } as const)
        : await subjectOf(whole, market, { type: subjectType, id: subjectId, reader });
    if (typeof subject === "string") return { problem: subject };
    const slug = metricOfCondition(condition);
    const base = {
      condition,
      subject,
      metric: slug,
      day: null,
      items: [],
      itemCount: 0,
      basis: basisOf(reader),
    };
    if (condition.kind === "attestation_overdue" && subject.type !== "catalog") {
      const attestation = await attestationOf(market, subject.id);
      if (attestation === null) return { problem: "unavailable" };
      const { dueDate, reported } = attestation;
      return {
        problem: "",
        look: { holds: isAttestationOverdue(dueDate, today) },
        facts: { ...base, value: null, former: null, reported },
        items: [],
      };
    }
    if (slug === null || subject.type === "catalog") {
      const items = await itemsOf(market, { condition, subject, reader, today });
      const facts = { ...base, value: null, former: null, reported: null };
      return { problem: "", look: { ids: items.map(({ id }) => id) }, facts, items };
    }
    if (!isFigureCondition(condition)) return { problem: "unavailable" };
    const figure = await figureOf(market, {
      type: subject.type,
      id: subject.id,
      metric: metricOfSlug(slug),
      days: condition.kind === "change" ? condition.days : null,
    });
    if (figure === null) return { problem: "unavailable" };
    const { asOf, ...known } = figure;
    return {
      problem: "",
      look: { holds: judgeFigure(condition, known, today) },
      facts: { ...base, ...known, day: asOf },
      items: [],
    };
  } catch (error) {
    // A policy denies the resource, or hides the field that filters its rows.
    if (error instanceof ForbiddenError || error instanceof InvalidError) return { problem: "unavailable" };
    if (error instanceof NotFoundError) return { problem: "unavailable" };
    throw error;
  }
}

const isFigureCondition = (
  condition: WatchCondition,
): condition is Extract<WatchCondition, { kind: "threshold" | "change" | "staleness" | "depeg" }> =>
  condition.kind !== "attestation_overdue" &&
  condition.kind !== "new_token" &&
  condition.kind !== "new_asset" &&
  condition.kind !== "event" &&
  condition.kind !== "check";

/** `scope` includes policies that restrict nothing, since they can open resources that the plan excludes. */
interface ScopedReader extends WatchReader {
  scope: ReadScope | null;
}

/** @throws ForbiddenError if a policy denies the resource, or the plan excludes it and no policy opens it */
function requireOpen({ caller, scope }: ScopedReader, slug: string): void {
  const terms = scope?.termsOf(slug);
  if (terms !== undefined && terms.deniedBy !== null) throw new ForbiddenError("A policy denies it.");
  const resource = resourceByName(slug);
  if (resource === undefined) throw new NotFoundError(`There is no resource ${slug}.`);
  const isOpened = terms !== undefined && terms.openedBy !== null;
  if (!isOpened && accessTo(resource.permission, caller) !== "allowed") {
    throw new ForbiddenError("The plan does not include it.");
  }
}

interface SubjectRequest {
  type: EntityType;
  id: number;
  reader: ScopedReader;
}

async function subjectOf(whole: Market, market: Market, { type, id, reader }: SubjectRequest) {
  const { resource, label } = entityOf(type);
  requireOpen(reader, resource);
  const entity = (await market.names()).get(type)?.byId.get(id);
  if (entity === undefined) {
    return (await whole.names()).get(type)?.byId.has(id) === true ? "unavailable" : "gone";
  }
  const hidden = market.scope?.termsOf(resource).hidden;
  return {
    type,
    id: entity.id,
    slug: hidden?.has("slug") === true ? null : entity.slug,
    name: hidden?.has("name") === true ? `${label} ${entity.id}` : entity.name,
  };
}

interface FigureRequest {
  type: EntityType;
  id: number;
  metric: Metric;
  /** Days before the figure of the value to compare with; null for none. */
  days: 1 | 7 | 30 | 90 | null;
}

/** The figure as pages show it; null if the metric is hidden. */
async function figureOf(
  market: Market,
  { type, id, metric, days }: FigureRequest,
): Promise<(WatchedFigure & { asOf: string | null; isSample: boolean }) | null> {
  const { result } = await getEntity(market, { resource: entityOf(type).resource, id });
  const value = metricOf(result, metric.slug);
  if (value === null) return null;
  const { asOf, reported } = await figureDays(market, { entityType: type, entityId: id, metric });
  const former =
    days === null || asOf === null
      ? null
      : days === 1
        ? await valueOn(market, { type, id, metric, day: dayBefore(asOf) })
        : value[`val_${days}d` satisfies MetricPart];
  return { value: value.val, former, asOf, reported, isSample: result[SAMPLE_FIELD] === true };
}

/** Day of an asset's latest attestation, and due date of the next; null if either field is hidden. */
async function attestationOf(
  market: Market,
  id: number,
): Promise<{ dueDate: string | null; reported: string | null } | null> {
  const hidden = market.scope?.termsOf("assets").hidden;
  if (hidden?.has("attestation_due_date") || hidden?.has("attestation_date")) return null;
  const { result } = await getEntity(market, { resource: "assets", id });
  const dayOf = (value: unknown) => (typeof value === "string" ? value : null);
  return { dueDate: dayOf(result.attestation_due_date), reported: dayOf(result.attestation_date) };
}

const dayBefore = (day: string): string => isoDay(Date.parse(day) - DAY_MS);

async function valueOn(
  market: Market,
  { type, id, metric, day }: Omit<FigureRequest, "days"> & { day: string },
): Promise<number | null> {
  const filter: Filter<SeriesName> | null = allOf(
    isEqual("measure_slug", metric.slug),
    isEqual(listingColumn(type, "id"), id),
    isEqual("date", day),
  );
  const { results } = await metricSeries(market, {
    resource: "tokens",
    query: parseQuery({ filter, aggregate: { groupBy: entityOf(type).grouping.name, interval: "day" } }),
  });
  return results.find(({ group }) => group.id === id)?.points[0]?.[1] ?? null;
}

/** Kinds of evidence about events. */
const eventKinds = evidenceKinds.filter(({ isEvent }) => isEvent).map(({ kind }) => kind);

const areKnown: readonly Filter<FieldName<"evidence">>[] = [
  { operator: "in", field: "kind", value: eventKinds },
  isEqual("state", "known"),
];

interface ItemsRequest {
  condition: WatchCondition;
  subject: { type: EntityType | "catalog"; id: number | null };
  reader: ScopedReader;
  today: string;
}

/** The existing items of the kind that a watch reports. */
async function itemsOf(
  market: Market,
  { condition, subject, reader, today }: ItemsRequest,
): Promise<EvaluatedItem[]> {
  const { type, id } = subject;
  const own = (resource: ResourceSlug) =>
    type === "catalog" || id === null ? null : rowsNaming(resource, type, id);
  switch (condition.kind) {
    case "new_token":
      return readItems(market, {
        reader,
        resource: "tokens",
        filter: own("tokens"),
        fields: ["symbol", "network_name"],
        nameOf: ({ symbol, network_name: network }) => `${symbol} on ${network ?? OFF_CHAIN_LABEL}`,
      });
    case "new_asset":
      return readItems(market, {
        reader,
        resource: "assets",
        filter: own("assets"),
        fields: ["name", "slug"],
        nameOf: ({ name }) => String(name),
      });
    case "check":
      return resultsAndResolutions(
        await readItems(market, {
          reader,
          resource: "checks",
          filter: allOf(own("checks"), {
            operator: "or",
            filters: [
              isEqual("state", "open"),
              {
                operator: "onOrAfter",
                field: "resolved",
                value: isoDay(Date.parse(today) - RESOLVED_DAYS * DAY_MS),
              },
            ],
          }),
          fields: ["statement", "resolved"],
          nameOf: ({ statement, resolved }) =>
            `${resolved == null ? "" : RESOLVED}${String(statement).replace(/\.$/, "")}`,
        }),
      );
    default:
      return readItems(market, {
        reader,
        resource: "evidence",
        filter: allOf(own("evidence"), ...areKnown),
        fields: ["asset_name", "statement", "date"],
        nameOf: ({ asset_name: asset, statement, date }) =>
          `${asset}: ${statement}${date == null ? "" : ` (${date})`}`,
      });
  }
}

/** Days for which the resolution of a result is reported to watches that were not evaluated since. */
const RESOLVED_DAYS = 30;
const RESOLVED = "Resolved: ";

/**
 * A resolved result is two items: the result, which may have been reported while it was open, and its resolution, whose id
 * is negative here.
 */
const resultsAndResolutions = (items: readonly EvaluatedItem[]): EvaluatedItem[] =>
  items.flatMap((item) =>
    item.name.startsWith(RESOLVED)
      ? [
          { ...item, name: item.name.slice(RESOLVED.length) },
          { ...item, id: -item.id },
        ]
      : [item],
  );

/** Filters a resource to rows that refer to an entity. */
function rowsNaming(resource: ResourceSlug, type: EntityType, id: number): Filter {
  const described = resourceByName(resource);
  const field = described && fieldReferringTo(described, type, "id");
  if (field === undefined) throw new Error(`Rows of ${resource} name no ${type}`);
  return field.type === "ids" ? { operator: "in", field: field.name, value: [id] } : isEqual(field.name, id);
}

interface ItemsRead<Slug extends ResourceSlug> {
  reader: ScopedReader;
  resource: Slug;
  filter: Filter | null;
  fields: readonly FieldName<Slug>[];
  nameOf: (row: Readonly<Record<string, unknown>>) => string;
}

/** Every row, page by page. A catalogue has a few thousand assets. */
async function readItems<Slug extends ResourceSlug>(
  market: Market,
  { reader, resource, filter, fields, nameOf }: ItemsRead<Slug>,
): Promise<EvaluatedItem[]> {
  requireOpen(reader, resource);
  const hidden = market.scope?.termsOf(resource).hidden;
  const shown = fields.filter((name) => hidden?.has(name) !== true);
  const items: EvaluatedItem[] = [];
  for (let page = 1; ; page += 1) {
    const { results, pagination } = await listResource(market, {
      resource,
      query: parseQuery({
        filter,
        sort: { field: "id", direction: "asc" },
        pagination: { page, perPage: ITEMS_PER_PAGE },
        fields: shown,
      }),
    });
    for (const row of results) {
      const isNamed = shown.length === fields.length;
      items.push({
        id: Number(row.id),
        slug: typeof row.slug === "string" ? row.slug : null,
        name: isNamed ? nameOf(row) : `${resourceByName(resource)?.singular ?? resource} ${row.id}`,
      });
    }
    if (results.length === 0 || page >= pagination.pageCount) return items;
  }
}

const ITEMS_PER_PAGE = 100;
