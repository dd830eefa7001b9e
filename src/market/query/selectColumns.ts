import {
  type Field,
  fieldByName,
  invalidAt,
  type Metric,
  metricByName,
  metrics,
  type Resource,
} from "#domain";
import { splitMetricPath } from "../sql/metricParts";

/** What of a resource's rows was asked for. */
export interface Selection {
  fields: readonly Field[];
  metrics: readonly Metric[];
  /** Names of the resource's nested statistics. */
  stats: readonly string[];
  /** Whether everything was asked for. */
  isWhole: boolean;
}

/**
 * The fields, metrics and nested statistics that `fields` names; everything where it names nothing. The id
 * always comes along, and the slug where there is one.
 * @throws InvalidError for a name that the resource does not have.
 */
export function selectColumns(resource: Resource, names: readonly string[] | null): Selection {
  const exposed = resource.fields.filter((f) => f.exposed);
  const stats = resource.nestedStats.map((s) => s.name);
  if (names === null) {
    return { fields: exposed, metrics: resource.metricsOf === null ? [] : metrics, stats, isWhole: true };
  }
  const wanted = new Set<string>([
    resource.idField,
    ...(resource.slugField === null ? [] : [resource.slugField]),
  ]);
  const wantedMetrics = new Set<Metric>();
  for (const [i, name] of names.entries()) {
    const field = fieldByName(resource, name);
    const path = splitMetricPath(name);
    const metric = path === null || resource.metricsOf === null ? undefined : metricByName(path.name);
    if (field?.exposed === true) wanted.add(field.name);
    else if (metric !== undefined) wantedMetrics.add(metric);
    else if (stats.includes(name)) wanted.add(name);
    else throw invalidAt(`fields[${i}]`, `${resource.label} have no field ${JSON.stringify(name)}`);
  }
  return {
    fields: exposed.filter((f) => wanted.has(f.name)),
    metrics: metrics.filter((m) => wantedMetrics.has(m)),
    stats: stats.filter((name) => wanted.has(name)),
    isWhole: false,
  };
}
