import { ForbiddenError } from "#domain/errors";
import { type MetricSlug, metricByName, metrics } from "#domain/metrics";
import type { ReadScope, ResourceTerms } from "#domain/people";
import {
  fieldByName,
  holdersResource,
  metricsOfKind,
  type NestedPart,
  type NestedStats,
  type Resource,
} from "#domain/resources";
import { HOLDERS_OFF } from "#domain/vocabulary";
import type { Market } from "../market";
import { areEntitiesVisible } from "./visibleNames";

/** The part of a resource that is visible to the caller. */
export interface VisibleResource extends Resource {
  /** Ids of the metrics left out of its rows. */
  hiddenMetrics: ReadonlySet<number>;
}

/**
 * A description restricted to a scope: hidden fields are removed, so that everything derived from the
 * description (columns, filters, sorts, the search, files, `/meta`) excludes them.
 */
export function visibleResource(resource: Resource, scope: ReadScope | null): VisibleResource {
  const notOffered = notOfferedOf(resource);
  if (scope === null) return { ...resource, hiddenMetrics: notOffered };
  const { hidden } = scope.termsOf(resource.slug);
  const hiddenMetrics = new Set([...hiddenMetricsOf(hidden), ...notOffered]);
  const isSeen = (name: string) => !hidden.has(name);
  const sortField = resource.defaultSort.field;
  const isSorted = isSeen(sortField) && !hiddenMetrics.has(metricByName(sortField)?.id ?? -1);
  return {
    ...resource,
    hiddenMetrics,
    fields: resource.fields.filter(({ name }) => isSeen(name)),
    searchFields: resource.searchFields.filter(isSeen),
    addressFields: resource.addressFields.filter(isSeen),
    nestedStats: narrowedStats(resource, scope),
    nested: resource.nested.flatMap((part) => narrowedPart(part, hidden, scope)),
    metricAliases: resource.metricAliases.filter(
      (alias) => !hiddenMetrics.has(metricByName(alias)?.id ?? -1),
    ),
    // Cursors contain the time, and without it rows can be equal.
    pagedByKey: resource.pagedByKey !== null && isSeen(resource.pagedByKey.time) ? resource.pagedByKey : null,
    defaultSort: isSorted ? resource.defaultSort : { field: resource.idField, direction: "asc" },
  };
}

/**
 * Metrics that are meaningless for the rows of a resource, for any reader: figures of one unit for several.
 */
const notOfferedOf = ({ metricsOf }: Resource): ReadonlySet<number> => {
  const offered = new Set(metricsOfKind(metricsOf));
  return new Set(metricsOf === null ? [] : metrics.filter((one) => !offered.has(one)).map(({ id }) => id));
};

/**
 * Totals over listings include no hidden fields of assets, tokens or the row, and none by entities whose rows
 * cannot be read.
 */
function narrowedStats({ nestedStats, slug }: Resource, scope: ReadScope): readonly NestedStats[] {
  const hidden = hiddenIn(scope, slug, "assets", "tokens");
  const seen = (metrics: readonly MetricSlug[]) => metrics.filter((slug) => !hidden.has(slug));
  return nestedStats
    .filter(({ name, by }) => !hidden.has(name) && areEntitiesVisible(scope, by))
    .map((stats) => ({
      ...stats,
      metrics: seen(stats.metrics),
      brief: stats.brief === null ? null : { ...stats.brief, metrics: seen(stats.brief.metrics) },
    }));
}

/** A nested part without hidden fields; nothing if it is empty. */
function narrowedPart(
  part: NestedPart,
  hidden: ReadonlySet<string>,
  scope: ReadScope,
): readonly NestedPart[] {
  if (hidden.has(part.name)) return [];
  switch (part.kind) {
    case "copy":
      return hidden.has(part.of) ? [] : [part];
    case "object": {
      const parts = Object.fromEntries(Object.entries(part.parts).filter(([, field]) => !hidden.has(field)));
      return Object.keys(parts).length === 0 ? [] : [{ ...part, parts }];
    }
    case "rows": {
      const terms = scope.termsOf(part.resource);
      if (terms.deniedBy !== null) return [];
      const isSeen = (name: string) => !hidden.has(name) && !terms.hidden.has(name);
      return [{ ...part, fields: part.fields.filter(isSeen), metrics: part.metrics.filter(isSeen) }];
    }
  }
}

/** The metrics among hidden names, by any of their names. */
export const hiddenMetricsOf = (hidden: ReadonlySet<string>): ReadonlySet<number> =>
  new Set([...hidden].flatMap((name) => metricByName(name)?.id ?? []));

/** Names hidden in responses about several resources. */
export const hiddenIn = (scope: ReadScope | null, ...slugs: readonly string[]): ReadonlySet<string> =>
  new Set(scope === null ? [] : slugs.flatMap((slug) => [...scope.termsOf(slug).hidden]));

/** Whether a name is one of a hidden field, under any alias. */
export const isHiddenField = (resource: Resource, name: string, hidden: ReadonlySet<string>): boolean =>
  hidden.has(name) || hidden.has(fieldByName(resource, name)?.name ?? "");

/** @throws ForbiddenError if a policy denies the resource, or if the installation does not show it */
export function requireReadable(
  { scope, holders }: Pick<Market, "scope"> & Partial<Pick<Market, "holders">>,
  { slug, label }: Resource,
): void {
  if (slug === holdersResource.slug && holders === "off") throw new ForbiddenError(HOLDERS_OFF);
  const denied = scope?.termsOf(slug).deniedBy ?? null;
  if (denied !== null) throw deniedError(label, denied);
}

const deniedError = (label: string, { name }: NonNullable<ResourceTerms["deniedBy"]>): ForbiddenError =>
  new ForbiddenError(`This API key may not read ${label.toLowerCase()}: the policy "${name}" denies it.`);
