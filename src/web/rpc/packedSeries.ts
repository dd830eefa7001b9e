import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { Point, SeriesResponse, SeriesResult } from "#domain/api";
import type { QueryInput } from "#domain/query";
import type { SplitResource } from "#domain/resources";
import { errorCode, errorMessage } from "./errorMessage";
import type { RouterContext } from "./routerContext";

/**
 * Series in packed form: shared dates, and values as text. A page of ten weekly series shrinks to a third of
 * the response's size.
 */
export interface PackedSeries {
  /** Every date of any series, in order, separated by commas. */
  dates: string;
  rows: readonly (Pick<SeriesResult, "group" | "measure"> & {
    /** One value per date, separated by commas; blank if the series has none. */
    values: string;
  })[];
  /** Number of all groups, including those that were not fetched. */
  groupCount: number;
  /** Error message if the API rejects the query of the URL; omitted otherwise. */
  problem?: string | undefined;
}

/** An empty result with an error message. */
const refusedSeries = (problem: string): PackedSeries => ({
  dates: "",
  rows: [],
  groupCount: 0,
  problem,
});

/** Cents of trillions, without floating-point noise. */
const DIGITS = 15;

export function packSeries({ results, pagination }: SeriesResponse): PackedSeries {
  const dates = [...new Set(results.flatMap(({ points }) => points.map(([date]) => date)))].sort();
  return {
    dates: dates.join(","),
    rows: results.map(({ group, measure, points }) => {
      const byDate = new Map(points);
      const values = dates.map((date) => {
        const value = byDate.get(date);
        return value === undefined ? "" : String(Number(value.toPrecision(DIGITS)));
      });
      return { group, measure, values: values.join(",") };
    }),
    groupCount: pagination.resultCount,
  };
}

interface UnpackedSeries {
  results: readonly SeriesResult[];
  groupCount: number;
  problem: string | null;
}

export function unpackSeries({ dates: dateText, rows, groupCount, problem }: PackedSeries): UnpackedSeries {
  const dates = dateText === "" ? [] : dateText.split(",");
  return {
    results: rows.map(({ group, measure, values: valueText }) => {
      const values = valueText.split(",");
      const points = dates.flatMap((date, index): Point[] => {
        const value = values[index] ?? "";
        return value === "" ? [] : [[date, Number(value)]];
      });
      return { group, measure, points };
    }),
    groupCount,
    problem: problem ?? null,
  };
}

/** Query options of series with a separate key: only their packed form is sent with the page. */
export function packedSeries(trpc: RouterContext["trpc"], query: QueryInput, resource: SplitResource) {
  const answer = trpc.market.series.queryOptions({ resource, query });
  const [path, input] = answer.queryKey;
  return queryOptions<PackedSeries, Error, PackedSeries, TRPCQueryKey>({
    queryKey: [["packed", ...path], input],
    queryFn: ({ client }) =>
      client.fetchQuery({ ...answer, meta: { dehydrate: false } }).then(packSeries, refusal),
  });
}

/** A URL can name an unknown field or exceed a limit; the rest of the page is still shown. */
export function refusal(error: unknown): PackedSeries {
  if (errorCode(error) === "BAD_REQUEST") return refusedSeries(errorMessage(error));
  throw error;
}
