import { createContext, Fragment, useContext } from "react";
import { type MetricTrends, metricOf } from "#domain/api";
import { type Lookback, type MetricSlug, metricByName } from "#domain/metrics";
import { PageMarks } from "../../features/checks/CheckMarkLink";
import { markKey } from "../../features/checks/checkMarks";
import { type Coverage, coverageByMetric } from "../../features/provenance/coverage";
import { Explained } from "../../features/provenance/explained";
import { MetricTile } from "../../features/provenance/MetricTile";
import { CountTile, TileGrid } from "../../features/provenance/TileGrid";
import type { CoverageQuery, TotalsQuery, TrendsQuery } from "../../rpc/marketQueries";
import { type ScreenContext, type Section, section, view } from "../frame/section";
import { entityOfSubject, type Subject } from "../frame/subject";

/** A tile; `metric` is set if it shows that figure of the subject. */
interface TileSection<S extends Subject> extends Section<S> {
  metric?: MetricSlug;
}

/** Trends and coverage of the subject's figures, by metric. */
const Beside = createContext<{
  courses: ReadonlyMap<string, readonly (number | null)[]>;
  coverage: ReadonlyMap<string, Coverage>;
}>({ courses: new Map(), coverage: new Map() });

/** Query for the trends of token metrics, all in one request. */
export const coursesOf = (metrics: readonly MetricSlug[], filter: TrendsQuery["filter"]): TrendsQuery => ({
  trendsOf: metrics,
  filter,
  groupBy: "date",
  most: metrics.length,
});

/** Query for the coverage of metrics. */
export const coverageOf = (
  metrics: readonly MetricSlug[],
  filter: CoverageQuery["filter"],
): CoverageQuery => ({
  coverageOf: metrics,
  filter,
});

export const courseByMetric = (courses: MetricTrends | undefined) =>
  new Map(courses?.results.map(({ metric, shape }) => [metric, shape]));

/**
 * The metrics of a subject with a figure; those without are replaced by the first of `others`. All of
 * `metrics` if no figure is known: the tiles then say so.
 */
export function shownMetrics(
  row: Subject["row"],
  metrics: readonly MetricSlug[],
  others: readonly string[] = [],
): readonly MetricSlug[] {
  const known = [...new Set([...metrics, ...others])].filter(
    (name): name is MetricSlug =>
      row != null && metricByName(name) !== undefined && metricOf(row, name)?.val != null,
  );
  return known.length === 0 ? metrics : known.slice(0, metrics.length);
}

/** The key figures of a subject, followed by further tiles. One query fetches all trends. */
export const tiles = <S extends Subject>(
  metrics: (subject: S) => readonly MetricSlug[],
  ...more: readonly TileSection<S>[]
): Section<S> => {
  const shownOf = (subject: S) => shownMetrics(subject.row, metrics(subject));
  const { load, show } = section({
    queries: ({ subject }: ScreenContext<S>) => {
      const shown = [...shownOf(subject), ...more.flatMap(({ metric }) => metric ?? [])];
      if (shown.length === 0) return { courses: undefined, coverage: undefined };
      return {
        courses: coursesOf(shown, subject.filter),
        coverage: coverageOf(shown, subject.filter),
      };
    },
    render: ({ courses, coverage }, context) => (
      <Beside value={{ courses: courseByMetric(courses), coverage: coverageByMetric(coverage) }}>
        <TileGrid label="Key figures">
          {shownOf(context.subject).map((metric) => (
            <SubjectTile key={metric} metric={metric} context={context} />
          ))}
          {more.map((one, index) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: tiles never change order.
            return <Fragment key={index}>{one.show(context)}</Fragment>;
          })}
        </TileGrid>
      </Beside>
    ),
  });
  return { load: (context) => Promise.all([load(context), ...more.map((one) => one.load(context))]), show };
};

interface SubjectTileProps {
  metric: MetricSlug;
  label?: string | undefined;
  lookbacks?: readonly Lookback[] | undefined;
  context: ScreenContext;
}

function SubjectTile({ metric, label, lookbacks, context: { subject, status } }: SubjectTileProps) {
  const { courses, coverage } = useContext(Beside);
  const marks = useContext(PageMarks);
  const entity = entityOfSubject(subject);
  return (
    <MetricTile
      metric={metric}
      label={label}
      value={subject.row ? metricOf(subject.row, metric) : null}
      asOf={status.as_of}
      trend={courses.get(metric)}
      coverage={coverage.get(metric)}
      mark={entity === null ? undefined : marks[markKey(entity.kind, entity.id, metric)]}
      isExplained={useContext(Explained).has(metric)}
      lookbacks={lookbacks}
    />
  );
}

/** Number of a subject's assets and token contracts. */
export const assetCount = <S extends Subject>(info: (subject: S, tokens: string) => string): Section<S> =>
  view(({ subject }) => (
    <CountTile
      label="Assets"
      count={Number(subject.row?.asset_count ?? 0)}
      info={info(subject, Number(subject.row?.token_count ?? 0).toLocaleString("en-US"))}
    />
  ));

/** A single figure of the subject. `lookbacks` are the meaningful periods of its changes. */
export const figureTile = (
  metric: MetricSlug,
  label?: string,
  lookbacks?: readonly Lookback[],
): TileSection<Subject> => ({
  metric,
  ...view((context) => <SubjectTile metric={metric} label={label} lookbacks={lookbacks} context={context} />),
});

/** A figure that does not belong to the subject. */
export const totalTile = (metric: MetricSlug, label: string, query: TotalsQuery): Section =>
  section({
    queries: () => ({
      total: query,
      courses: coursesOf([metric], query.filter ?? null),
      coverage: coverageOf([metric], query.filter ?? null),
    }),
    render: ({ total: { results }, courses, coverage }, { status }) => (
      <MetricTile
        metric={metric}
        label={label}
        value={results[0] ? metricOf(results[0], metric) : null}
        asOf={status.as_of}
        trend={courseByMetric(courses).get(metric)}
        coverage={coverageByMetric(coverage).get(metric)}
      />
    ),
  });
