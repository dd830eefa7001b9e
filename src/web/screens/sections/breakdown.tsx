import { metricOf } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { type FieldName, type GroupingName, NO_GROUP_ID, splitNamed } from "#domain/resources";
import { wholeParts } from "../../features/chartView/pageSearch";
import { MetricTile } from "../../features/provenance/MetricTile";
import { BreakdownTable } from "../../features/resourceList/BreakdownTable";
import { hasMoreRows, MoreRows } from "../../features/resourceList/MoreRows";
import { Card } from "../../ui/display/Card";
import { type Section, section } from "../frame/section";
import type { Subject } from "../frame/subject";

export interface BreakdownOptions {
  groupBy: GroupingName | FieldName<"tokens">;
  /** Shares are of the first. */
  metrics: readonly [MetricSlug, ...MetricSlug[]];
  /** Limit of groups. */
  most: number;
  title?: string;
  description?: string;
  /** Caption of the rows for a subject. Default: the title. */
  caption?: (name: string) => string;
  /** True if the assets of each group are counted. */
  countsAssets?: boolean;
  /** True to omit it if no part is known. */
  isOptional?: boolean;
  /** Minimum number of groups. Default: 1. */
  fewest?: number;
}

const MOST_ROWS = 500;

const groupsOf = (
  { filter }: Pick<Subject, "filter">,
  { groupBy, metrics, most }: Pick<BreakdownOptions, "groupBy" | "metrics" | "most">,
) =>
  ({
    totalsOf: "tokens",
    filter,
    aggregate: { groupBy },
    sort: { field: metrics[0], direction: "desc" },
    pagination: { page: 1, perPage: most },
    fields: metrics,
  }) as const;

/** Breakdown of the subject's total. */
export function breakdown({
  groupBy,
  metrics,
  most,
  countsAssets,
  isOptional,
  fewest = 1,
  ...words
}: BreakdownOptions): Section {
  const [value] = metrics;
  const header = splitNamed("tokens", groupBy)?.label ?? groupBy;
  const { title = `By ${header.toLowerCase()}`, description, caption = () => title } = words;
  return section({
    queries: ({ subject, search }) => ({
      groups: groupsOf(subject, { groupBy, metrics, most: search.whole === groupBy ? MOST_ROWS : most }),
    }),
    render: ({ groups: { results, pagination } }, { subject, search }) => {
      if (isOptional && results.every(({ group }) => group.id === null || group.id === NO_GROUP_ID))
        return null;
      if (results.length < fewest) return null;
      // Groups without a value are omitted, unless none has one.
      const valued = results.filter((row) => metricOf(row, value)?.val != null);
      const rows = valued.length > 0 ? valued : results;
      const part = wholeParts.find((name) => name === groupBy);
      const more = {
        isWhole: search.whole === groupBy,
        listed: rows.length,
        unread: pagination.resultCount - results.length,
        unknown: results.length - rows.length,
      };
      return (
        <Card
          title={title}
          description={description}
          padded={false}
          footer={
            part !== undefined &&
            hasMoreRows(more) && (
              <MoreRows {...more} most={most} whole={{ whole: part }} largest={{ whole: undefined }} />
            )
          }
        >
          <BreakdownTable
            caption={caption(subject.name)}
            header={header}
            rows={rows}
            metrics={metrics}
            total={(subject.row && metricOf(subject.row, value)?.val) ?? null}
            countsAssets={countsAssets}
          />
        </Card>
      );
    },
  });
}

const distribution = { groupBy: "distribution", most: 10 } as const;

/** Share of a subject that can be transferred off the issuing platform. */
export const byDistribution = (...metrics: BreakdownOptions["metrics"]): Section =>
  breakdown({
    ...distribution,
    metrics,
    // A fully distributed subject needs no breakdown.
    fewest: 2,
    title: "Distributed and represented",
    description:
      "Distributed units can be transferred off the issuing platform to other wallets; represented units cannot.",
  });

const partLabels = { distributed: "Distributed value", represented: "Represented value" } as const;

/**
 * Distributed and represented parts of a subject's value; omitted if none is represented, because the total
 * is the same then. Shares the query of `byDistribution` with the same metrics.
 */
export const distributionTile = (
  part: keyof typeof partLabels,
  ...metrics: BreakdownOptions["metrics"]
): Section =>
  section({
    queries: ({ subject }) => ({ groups: groupsOf(subject, { ...distribution, metrics }) }),
    render: ({ groups: { results } }, { status }) => {
      const [metric] = metrics;
      const valueIn = (id: string) => {
        const row = results.find(({ group }) => group.id === id);
        return row ? metricOf(row, metric) : null;
      };
      if (!valueIn("represented")?.val) return null;
      return (
        <MetricTile metric={metric} label={partLabels[part]} value={valueIn(part)} asOf={status.as_of} />
      );
    },
  });

/** Domiciles of the vehicles that issued the assets of a subject. */
export const byJurisdiction = (value: MetricSlug): Section =>
  breakdown({
    groupBy: "jurisdiction_country",
    metrics: [value],
    most: 6,
    description: "Where the issuing vehicle is domiciled.",
    countsAssets: true,
    isOptional: true,
  });
