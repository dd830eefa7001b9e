import { lazy, useCallback, useMemo } from "react";
import { type FigureSources, metricOf, type Point } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { stablecoinScopeWords } from "#domain/people";
import { entityOf, type MeasuredResource, resourceByName } from "#domain/resources";
import { once } from "#domain/text";
import type { ChartGroup, ChartSeries } from "../../charts/series/chartSeries";
import { PlainChart } from "../../features/chartView/PlainChart";
import { Share } from "../../format/Share";
import { textOf } from "../../format/textOf";
import type { SeriesQuery } from "../../rpc/marketQueries";
import { type PackedSeries, unpackSeries } from "../../rpc/packedSeries";
import { where } from "../frame/layout";
import { type ScreenContext, section } from "../frame/section";
import type { ProfileSubject, Subject } from "../frame/subject";
import { metricLinesQuery } from "./metricLinesQuery";

const rules = once(() => new Intl.PluralRules("en-GB", { type: "ordinal" }));
const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

/** `1st`, `22nd`, `113th`. */
export const ordinal = (place: number): string =>
  `${place.toLocaleString("en-US")}${endings[rules().select(place)] ?? "th"}`;

/** `3rd of 45 networks with a known value`. A single entity has no rank. */
export const rankWords = ({ place, of, kind }: { place: number; of: number; kind: string }): string =>
  of === 1
    ? `The only one of its kind with a known value`
    : `${ordinal(place)} of ${of.toLocaleString("en-US")} ${kind} with a known value`;

/**
 * Series of shares of a total on the same day, in percent. Days with an unknown or zero total are omitted.
 */
export function shareCourse(part: readonly Point[], whole: readonly Point[]): Point[] {
  const wholes = new Map(whole);
  return part.flatMap(([date, value]): Point[] => {
    const total = wholes.get(date);
    return total === undefined || total <= 0 ? [] : [[date, (value / total) * 100]];
  });
}

const SeriesChanges = lazy(() => import("../../features/chartView/SeriesChanges"));

interface MarketShareChartProps {
  /** The group with the share. */
  group: ChartGroup;
  part: PackedSeries;
  whole: PackedSeries;
  /** The queries of both. */
  queries: readonly SeriesQuery[];
  /** Description of the total. */
  of: string;
  /** Sources of the values. */
  figures: FigureSources;
  /** Rank among groups of its kind, as text. */
  rank: string;
}

const measure = { id: 0, slug: "market_share", name: "Share of the market", unit: "percent" };

const pointsOf = (packed: PackedSeries | undefined) =>
  packed === undefined ? [] : (unpackSeries(packed).results[0]?.points ?? []);

/** Market share over time. */
function MarketShareChart({ group, part, whole, queries, of, figures, rank }: MarketShareChartProps) {
  const { type, id, slug, color, name } = group;
  const seriesOf = useCallback(
    ([some, all]: readonly PackedSeries[]): ChartSeries[] =>
      [
        {
          measure,
          group: { type, id, slug, color, name },
          points: shareCourse(pointsOf(some), pointsOf(all)),
        },
      ].filter(({ points }) => points.length > 0),
    [type, id, slug, color, name],
  );
  const series = useMemo(() => seriesOf([part, whole]), [seriesOf, part, whole]);
  const share = series[0]?.points.at(-1)?.[1];
  if (share === undefined || share === null) return null;
  return (
    <PlainChart
      id="market-share"
      title={`Market share: ${name}`}
      series={series}
      interval="month"
      figures={figures}
      changes={
        <SeriesChanges
          title={`Market share: ${name}`}
          shown={series}
          interval="month"
          queries={queries}
          seriesOf={seriesOf}
        />
      }
    >
      {rank}: <Share percent={share} /> of the value of {of}.
    </PlainChart>
  );
}

const VALUE: MetricSlug = "bridged_token_value_dollar";

const valueOfSubject = ({ row }: ProfileSubject): number => metricOf(row, VALUE)?.val ?? 0;

const rowsAbove = (rowsOf: MeasuredResource, value: number) =>
  ({
    rowsOf,
    filter: { operator: "gt", field: VALUE, value },
    pagination: { page: 1, perPage: 1 },
    fields: ["slug"],
  }) as const;

/** The value of the subject, and of the market. */
const sharedQueries = ({ subject, status }: ScreenContext<ProfileSubject>) => {
  const over = (filter: Subject["filter"]) => metricLinesQuery([VALUE], filter, { asOf: status.as_of });
  return { part: over(subject.filter), whole: over(null) };
};

/** Rank and market share of an entity over time, within the scope of the page. */
export const marketShare = where(
  ({ subject }: ScreenContext<ProfileSubject>) => valueOfSubject(subject) > 0,
  section({
    queries: (context: ScreenContext<ProfileSubject>) => {
      const { subject } = context;
      const { resource } = entityOf(subject.kind);
      return {
        ...sharedQueries(context),
        figures: { sourcesOf: "tokens", filter: null, metrics: [VALUE] } as const,
        ahead: rowsAbove(resource, valueOfSubject(subject)),
        ranked: rowsAbove(resource, 0),
      };
    },
    render: ({ ahead, ranked, ...series }, context) => {
      const { subject, scope } = context;
      const { part, whole } = sharedQueries(context);
      const { kind, id, slug, name, row } = subject;
      const rank = rankWords({
        place: ahead.pagination.resultCount + 1,
        of: ranked.pagination.resultCount,
        kind: nounOf(kind),
      });
      return (
        <MarketShareChart
          group={{ type: kind, id, slug, name, color: textOf(row.color_hex) }}
          rank={rank}
          queries={[part, whole]}
          of={scope === undefined ? "all assets in the catalog" : `all assets ${stablecoinScopeWords[scope]}`}
          {...series}
        />
      );
    },
  }),
);

/** `networks`, `asset managers`. */
const nounOf = (kind: ProfileSubject["kind"]): string =>
  (resourceByName(entityOf(kind).resource)?.label ?? kind).toLowerCase();
