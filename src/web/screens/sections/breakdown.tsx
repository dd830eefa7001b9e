import { type GroupingName, groupingByName, type MetricSlug, metricOf, NO_GROUP_ID } from "#domain";
import { BreakdownTable } from "../../features/resourceList/BreakdownTable";
import { formatFigure } from "../../format/formatNumber";
import { Card } from "../../ui/Card";
import { type Section, section } from "../section";

export interface BreakdownOptions {
  groupBy: GroupingName;
  /** Shares are of the first. */
  metrics: readonly [MetricSlug, ...MetricSlug[]];
  /** Groups shown. */
  most: number;
  title?: string;
  description?: string;
  /** Says of a subject what the rows are; by default the title. */
  caption?: (name: string) => string;
  /** Whether the assets of each group are counted. */
  countsAssets?: boolean;
  /** Whether it is left out where nothing is known of what it is made of. */
  isOptional?: boolean;
}

/** What the subject's total is made of. */
export function breakdown({
  groupBy,
  metrics,
  most,
  countsAssets,
  isOptional,
  ...words
}: BreakdownOptions): Section {
  const [value] = metrics;
  const header = groupingByName(groupBy)?.label ?? groupBy;
  const { title = `By ${header.toLowerCase()}`, description, caption = () => title } = words;
  return section({
    queries: ({ subject }) => ({
      groups: {
        totalsOf: "tokens",
        filter: subject.filter,
        aggregate: { groupBy },
        sort: { field: value, direction: "desc" },
        pagination: { page: 1, perPage: most },
        fields: metrics,
      } as const,
    }),
    render: ({ groups: { results, pagination } }, { subject }) => {
      if (isOptional && results.every(({ group }) => group.id === null || group.id === NO_GROUP_ID))
        return null;
      const left = pagination.resultCount - results.length;
      return (
        <Card
          title={title}
          description={description}
          padded={false}
          footer={left > 0 ? `${formatFigure(left, "count")} more are smaller or have no data.` : undefined}
        >
          <BreakdownTable
            caption={caption(subject.name)}
            header={header}
            rows={results}
            metrics={metrics}
            total={(subject.row && metricOf(subject.row, value)?.val) ?? null}
            countsAssets={countsAssets}
          />
        </Card>
      );
    },
  });
}

/** How much of a subject can be moved off the platform that issued it. */
export const byDistribution = (...metrics: BreakdownOptions["metrics"]): Section =>
  breakdown({
    groupBy: "distribution",
    metrics,
    most: 10,
    title: "Distributed and represented",
    description:
      "Distributed units can be transferred off the issuing platform to other wallets; represented units cannot.",
  });

/** Where the vehicles that issued the assets of a subject are domiciled. */
export const byJurisdiction = (value: MetricSlug): Section =>
  breakdown({
    groupBy: "jurisdiction_country",
    metrics: [value],
    most: 6,
    description: "Where the issuing vehicle is domiciled.",
    countsAssets: true,
    isOptional: true,
  });
