import { namedSeries, SAMPLE_FIELD } from "#domain/api";
import { changeParts, metricParts, metrics } from "#domain/metrics";
import {
  type FieldType,
  fieldByName,
  holdersResource,
  isLent,
  isUnitGrouping,
  loanSeriesMetric,
  type Resource,
  resourceByName,
  resources,
  type SplitResource,
  totalMetrics,
} from "#domain/resources";
import { seriesPermissions } from "#domain/screens";
import type { Permission } from "#domain/vocabulary";
import { selectColumns } from "../query/selectColumns";

/** A column of a complete data set, described for readers of the file. */
export interface DumpColumn {
  name: string;
  type: FieldType;
  /** Null for what has none, and where each row has that of its measure. */
  unit: string | null;
  nullable: boolean;
}

/** Daily values of metrics, by subject. */
export interface DumpedSeries {
  resource: SplitResource;
  /** As in `groupBy` of the API; its columns are `<groupBy>_id` and, where the resource has slugs, `<groupBy>_slug`. */
  groupBy: string;
  /** The resource whose ids the groups are. */
  members: Resource;
  /** Whether some of the figures are of none of them. */
  hasNone: boolean;
  measures: readonly string[];
}

/** Everything that there is of one kind, as one table. */
export interface DumpSet {
  /** Name of its files, and of the endpoint with the same rows. */
  name: string;
  label: string;
  doc: string;
  /** What reading it needs, all of it. */
  permissions: readonly Permission[];
  columns: readonly DumpColumn[];
  /** The resource of its rows, or null for series. */
  rowsOf: Resource | null;
  series: DumpedSeries | null;
}

const rowSet = (resource: Resource): DumpSet => ({
  name: resource.slug,
  label: resource.label,
  doc: resource.doc,
  permissions: [resource.permission],
  columns: rowColumns(resource),
  rowsOf: resource,
  series: null,
});

const inPercent = new Set<string>(changeParts.flatMap((change) => (change.inPercent ? [change.part] : [])));

const sampleColumn: DumpColumn = { name: SAMPLE_FIELD, type: "boolean", unit: null, nullable: false };

/** The columns of `flatColumns`, in its order, then the mark of sample data. */
function rowColumns(resource: Resource): DumpColumn[] {
  const { fields, metrics: carried } = selectColumns(resource, null);
  return [
    ...fields.map(({ name, type, unit, nullable }) => ({ name, type, unit, nullable })),
    ...carried.flatMap(({ slug, unit }) =>
      metricParts.map((part) => ({
        name: part === "val" ? slug : `${slug}.${part}`,
        type: "number" as const,
        unit: inPercent.has(part) ? "percent" : unit,
        nullable: true,
      })),
    ),
    ...(resource.metricsOf === null ? [] : [sampleColumn]),
  ];
}

const seriesSets = namedSeries.map(({ name, resource, groupBy, members: membersName }): DumpSet => {
  const members = resourceByName(membersName);
  if (members === undefined) throw new Error(`There is no resource ${membersName}.`);
  const of = members.label.toLowerCase();
  // What belongs to none of them has no id.
  const hasNone = membersName !== resource;
  const measures = isLent(resource)
    ? [loanSeriesMetric]
    : (isUnitGrouping(groupBy) ? metrics : totalMetrics).map(({ slug }) => slug);
  return {
    name,
    label: `Daily metrics of ${of}`,
    doc: `Every metric of ${of} on every day: one row per metric, ${members.singular} and day.`,
    permissions: seriesPermissions(resource),
    columns: [
      { name: "date", type: "date", unit: null, nullable: false },
      { name: "measure_id", type: "id", unit: null, nullable: false },
      { name: "measure_slug", type: "slug", unit: null, nullable: false },
      {
        name: `${groupBy}_id`,
        type: fieldByName(members, "id")?.type ?? "id",
        unit: null,
        nullable: hasNone,
      },
      ...(members.slugField === null
        ? []
        : [{ name: `${groupBy}_slug`, type: "slug" as const, unit: null, nullable: hasNone }]),
      { name: "value", type: "number", unit: null, nullable: false },
      sampleColumn,
    ],
    rowsOf: null,
    series: { resource, groupBy, members, hasNone, measures },
  };
});

/**
 * Every data set: the rows of every resource, then the series. Files are kept for days, so that holders would be in them after
 * an operator has stopped showing them: these are not part of it.
 */
export const dumpSets: readonly DumpSet[] = [
  ...resources.filter(({ slug }) => slug !== holdersResource.slug).map(rowSet),
  ...seriesSets,
];

const byName = new Map(dumpSets.map((set) => [set.name, set]));

/** The data set of a name; `platforms` and `protocols` name the same. */
export const dumpSetNamed = (name: string): DumpSet | undefined =>
  byName.get(name) ?? byName.get(resourceByName(name)?.slug ?? "");
