import { Fragment } from "react";
import { metricOf } from "#domain";
import { CountTile } from "../../features/provenance/CountTile";
import { MetricTile } from "../../features/provenance/MetricTile";
import { TileGrid } from "../../features/provenance/TileGrid";
import type { TotalsQuery } from "../../rpc/marketQueries";
import { type Section, section, view } from "../section";
import type { Subject } from "../subject";

/** The headline figures of a subject, and further tiles after them. */
export const tiles = <S extends Subject>(
  metrics: (subject: S) => readonly string[],
  ...more: readonly Section<S>[]
): Section<S> => ({
  load: (context) => Promise.all(more.map(({ load }) => load(context))),
  show: (context) => (
    <TileGrid label="Key figures">
      {metrics(context.subject).map((metric) => (
        <MetricTile
          key={metric}
          metric={metric}
          value={context.subject.row ? metricOf(context.subject.row, metric) : null}
          asOf={context.status.as_of}
        />
      ))}
      {more.map(({ show }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: tiles never change places.
        return <Fragment key={index}>{show(context)}</Fragment>;
      })}
    </TileGrid>
  ),
});

/** How many assets a subject has, and on how many token contracts. */
export const assetCount = <S extends Subject>(info: (subject: S, tokens: string) => string): Section<S> =>
  view(({ subject }) => (
    <CountTile
      label="Assets"
      count={Number(subject.row?.asset_count ?? 0)}
      info={info(subject, Number(subject.row?.token_count ?? 0).toLocaleString("en-US"))}
    />
  ));

/** A figure of the subject, by itself. */
export const figureTile = (metric: string, label?: string): Section =>
  view(({ subject, status }) => (
    <MetricTile
      metric={metric}
      label={label}
      value={subject.row ? metricOf(subject.row, metric) : null}
      asOf={status.as_of}
    />
  ));

/** A figure of something else than the subject. */
export const totalTile = (metric: string, label: string, query: TotalsQuery): Section =>
  section({
    queries: () => ({ total: query }),
    render: ({ total: { results } }, { status }) => (
      <MetricTile
        metric={metric}
        label={label}
        value={results[0] ? metricOf(results[0], metric) : null}
        asOf={status.as_of}
      />
    ),
  });
