import { SAMPLE_FIELD } from "#domain/api";
import { type Metric, metricByName, metricParts, metrics } from "#domain/metrics";
import { invalidAt } from "#domain/query";
import {
  type Field,
  fieldByName,
  metricsOfKind,
  type NestedPart,
  perUnitReason,
  type Resource,
} from "#domain/resources";
import { splitMetricPath } from "../sql/metricParts";
import type { VisibleResource } from "../visible/visibleResource";
import { suggestedFieldsOf } from "./suggestedFields";

/** The requested parts of a resource's rows. */
export interface Selection {
  fields: readonly Field[];
  /** Aliases by which fields were requested, each with the name of its field: rows have both. */
  fieldAliases: readonly { alias: string; name: string }[];
  metrics: readonly Metric[];
  /** Alternative names of these metrics in rows. */
  metricAliases: readonly string[];
  /** Names of the resource's nested statistics. */
  stats: readonly string[];
  /** Whether long statistics are truncated to their brief form. */
  isBrief: boolean;
  nested: readonly NestedPart[];
  /** Whether all fields were requested. */
  isWhole: boolean;
}

/**
 * The fields, metrics and nested statistics in `fields`; everything by default. The id is always included, as
 * are the slug and the mark of sample data if there are such fields.
 * @throws InvalidError for a name that the resource does not have
 */
export function selectColumns(
  resource: Resource & Partial<Pick<VisibleResource, "hiddenMetrics">>,
  names: readonly string[] | null,
): Selection {
  const { hiddenMetrics = new Set() } = resource;
  const carried = metricsOfKind(resource.metricsOf).filter(({ id }) => !hiddenMetrics.has(id));
  const exposed = resource.fields.filter((f) => f.exposed);
  const stats = resource.nestedStats.map((s) => s.name);
  if (names === null) {
    return {
      fields: exposed,
      fieldAliases: [],
      metrics: carried,
      metricAliases: resource.metricAliases,
      stats,
      isBrief: false,
      nested: resource.nested,
      isWhole: true,
    };
  }
  const wanted = new Set<string>([
    resource.idField,
    ...(resource.slugField === null ? [] : [resource.slugField]),
    SAMPLE_FIELD,
  ]);
  const wantedMetrics = new Set<Metric>();
  const aliases = new Set<string>();
  const fieldAliases = new Map<string, string>();
  for (const [i, name] of names.entries()) {
    if (resource.nested.some((part) => part.name === name)) {
      wanted.add(name);
      continue;
    }
    const field = fieldByName(resource, name);
    const path = splitMetricPath(name);
    const metric = path === null ? undefined : metricByName(path.name);
    if (field?.exposed === true) {
      wanted.add(field.name);
      if (name !== field.name) fieldAliases.set(name, field.name);
    } else if (metric !== undefined && carried.includes(metric)) {
      wantedMetrics.add(metric);
      if (path !== null && path.name !== metric.slug) aliases.add(path.name);
    } else if (stats.includes(name)) wanted.add(name);
    else {
      const meant = perUnitReason(name) || suggestedFieldsOf(name, resource, carried);
      throw invalidAt(`fields[${i}]`, `${resource.label} have no field ${JSON.stringify(name)}${meant}`);
    }
  }
  return {
    fields: exposed.filter((f) => wanted.has(f.name)),
    fieldAliases: [...fieldAliases].map(([alias, name]) => ({ alias, name })),
    metrics: metrics.filter((m) => wantedMetrics.has(m)),
    metricAliases: [
      ...resource.metricAliases.filter((name) => wantedMetrics.has(metricByName(name) as Metric)),
      ...aliases,
    ],
    stats: stats.filter((name) => wanted.has(name)),
    isBrief: false,
    nested: resource.nested.filter(({ name }) => wanted.has(name)),
    isWhole: false,
  };
}

/** Contribution of a list of nested statistics to the width of a row. */
const STATS_WIDTH = { brief: 500, whole: 1_500 };

/** Approximate number of values per row of a selection. */
export const widthOf = ({ fields, fieldAliases, metrics, stats, isBrief, nested }: Selection): number =>
  fields.length +
  fieldAliases.length +
  metrics.length * metricParts.length +
  stats.length * (isBrief ? STATS_WIDTH.brief : STATS_WIDTH.whole) +
  nested.reduce((sum, part) => sum + widthOfPart(part), 0);

function widthOfPart(part: NestedPart): number {
  switch (part.kind) {
    case "copy":
      return 1;
    case "object":
      return Object.keys(part.parts).length;
    case "rows":
      // An asset has a few tokens.
      return 3 * (part.fields.length + part.metrics.length * metricParts.length);
  }
}
