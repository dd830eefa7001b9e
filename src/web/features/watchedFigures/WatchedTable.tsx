import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { metricOf, type ResourceRow, type SeriesResponse } from "#domain/api";
import { metricByName } from "#domain/metrics";
import type { WatchedKind } from "#domain/people";
import { entityOf } from "#domain/resources";
import { Change } from "../../format/Change";
import { Figure } from "../../format/Figure";
import { formatDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";
import { TokenMark } from "../table/cells/TokenMark";
import { useWatchlist, type Watching } from "../watchlist/useWatchlist";
import { WatchStar } from "../watchlist/WatchButton";
import { watchedName } from "../watchlist/watchedName";
import { valuesOnDay, WATCHED_METRIC, watchedQuery } from "./watchedQueries";

/** A row of the watchlist with its value now and on the day of the last visit; null if unknown. */
interface WatchedFigure {
  row: ResourceRow;
  now: number | null;
  before: number | null;
}

/** Rows with their values on both days. */
export function watchedFigures(
  rows: readonly ResourceRow[],
  past: SeriesResponse["results"],
): WatchedFigure[] {
  const earlier = new Map(past.map(({ group, points }) => [group.id, points.at(-1)?.[1] ?? null]));
  return rows.map((row) => ({
    row,
    now: metricOf(row, WATCHED_METRIC)?.val ?? null,
    before: earlier.get(Number(row.id)) ?? null,
  }));
}

/** Change of a figure in percent; null if either value is unknown or the earlier one is zero. */
export const changeSince = ({ now, before }: Pick<WatchedFigure, "now" | "before">): number | null =>
  now === null || before === null || before === 0 ? null : (100 * (now - before)) / before;

/** Total of the watched figures, and the change of those with both values. */
export function watchedTotal(figures: readonly WatchedFigure[]): {
  now: number | null;
  change: number | null;
} {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const known = figures.flatMap(({ now }) => now ?? []);
  const both = figures.flatMap(({ now, before }) =>
    now === null || before === null ? [] : [{ now, before }],
  );
  return {
    now: known.length === 0 ? null : sum(known),
    change: changeSince({
      now: both.length === 0 ? null : sum(both.map(({ now }) => now)),
      before: sum(both.map(({ before }) => before)),
    }),
  };
}

const polarity = metricByName(WATCHED_METRIC)?.polarity ?? "neutral";

export interface WatchedTableProps {
  kind: WatchedKind;
  /** Ids on the watchlist when the page loaded; their rows keep their positions until the next load. */
  ids: readonly number[];
  since: string | null;
}

/** Entities of one kind on the watchlist: total, figures, and changes since the last visit. */
export function WatchedTable({ kind, ids, since }: WatchedTableProps) {
  const { market } = useTrpc();
  const watching = useWatchlist(kind);
  const { data, error } = useQuery({
    ...market.table.queryOptions(watchedQuery(kind, ids)),
    placeholderData: keepPreviousData,
  });
  const past = useQuery({
    ...market.series.queryOptions(valuesOnDay(kind, ids, since ?? "")),
    enabled: since !== null,
    placeholderData: keepPreviousData,
  }).data;
  const title = `${entityOf(kind).label}s`;
  if (error !== null)
    return <ErrorState title={`${title} could not be loaded`}>{errorMessage(error)}</ErrorState>;
  if (data === undefined) return <Skeleton className="h-40" />;
  const figures = watchedFigures(data.results, past?.results ?? []);
  // Removed entities keep their rows but are not counted.
  const counted = figures.filter(({ row }) => watching === null || watching.ids.has(Number(row.id)));
  return (
    <Card
      title={title}
      description={
        <>
          <Total figures={counted} since={since} />
          {kind === "network" && " Figures of networks include stablecoins."}
        </>
      }
      padded={false}
    >
      <SmallTable
        caption={`${title} on the watchlist`}
        columns={columnsOf(kind, { since, watching })}
        rows={figures}
        rowKey={({ row }) => row.id}
      />
    </Card>
  );
}

interface TotalProps {
  figures: readonly WatchedFigure[];
  since: string | null;
}

function Total({ figures, since }: TotalProps) {
  const { now, change } = watchedTotal(figures);
  return (
    <>
      {"Total value "}
      <Figure value={now} unit="dollar" />
      {since !== null && (
        <>
          {", "}
          <Change percent={change} polarity={polarity} period={`since ${formatDate(since)}`} />
        </>
      )}
    </>
  );
}

/** Adapts a column of market rows to rows that contain one. */
const ofRow = ({ cell, ...column }: SmallColumn<ResourceRow>): SmallColumn<WatchedFigure> => ({
  ...column,
  cell: (figure, figures) =>
    cell(
      figure.row,
      figures.map(({ row }) => row),
    ),
});

interface ColumnOptions {
  since: string | null;
  watching: Watching | null;
}

function columnsOf(kind: WatchedKind, { since, watching }: ColumnOptions): SmallColumn<WatchedFigure>[] {
  return [
    {
      name: "name",
      header: entityOf(kind).label,
      flexible: true,
      cell: ({ row }) => <Name kind={kind} row={row} />,
    },
    ofRow(metricColumn(WATCHED_METRIC, { kind })),
    ...(since === null
      ? []
      : [
          {
            name: "since",
            header: `Since ${formatDate(since)}`,
            numeric: true,
            cell: (figure: WatchedFigure) => <Change percent={changeSince(figure)} polarity={polarity} />,
          },
        ]),
    ofRow(changeColumn(WATCHED_METRIC, 7)),
    ofRow(changeColumn(WATCHED_METRIC, 30)),
    ...(watching === null
      ? []
      : [
          {
            name: "watch",
            header: "Watchlist",
            screenOnly: true,
            cell: ({ row }: WatchedFigure) => (
              <WatchStar
                watching={watching}
                id={Number(row.id)}
                name={watchedName(row.symbol ?? row.name, row)}
              />
            ),
          },
        ]),
  ];
}

const nameOf = (kind: WatchedKind, row: ResourceRow): string =>
  kind === "token" ? `${String(row.symbol)} on ${String(row.network_name)}` : String(row.name);

function Name({ kind, row }: { kind: WatchedKind; row: ResourceRow }) {
  if (kind !== "token") {
    return (
      <span className="font-medium">
        <EntityLink kind={kind} slug={textOf(row.slug)}>
          {String(row.name)}
        </EntityLink>
      </span>
    );
  }
  return (
    <span className="block min-w-0">
      <span className="font-medium">
        <EntityLink kind="asset" slug={textOf(row.asset_slug)}>
          {nameOf(kind, row)}
        </EntityLink>
      </span>
      <TokenMark row={row} />
    </span>
  );
}
