/** The queries of the watchlist page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricOf } from "#domain/api";
import { watchedKinds } from "#domain/people";
import { parseQuery } from "#domain/query";
import { listResource, metricSeries } from "#market";
import {
  valuesOnDay,
  WATCHED_METRIC,
  watchedQuery,
} from "../../src/web/features/watchedFigures/watchedQueries";
import { openSampleMarket, type SampleMarket } from "../support/sampleMarket";

describe("the figures of a watchlist", () => {
  let sample: SampleMarket;
  beforeAll(async () => {
    sample = await openSampleMarket({ perClass: 1, days: 45 });
  });
  afterAll(() => sample.close());

  test.each(watchedKinds)(
    "of %ss equal those of their lists now, and on an earlier day the values that the lists compare with",
    async (kind) => {
      const { market } = sample;
      const resource = watchedQuery(kind, []).resource;
      const largest = await listResource(market, {
        resource,
        query: parseQuery({
          sort: { field: WATCHED_METRIC, direction: "desc" },
          pagination: { page: 1, perPage: 3 },
          fields: [WATCHED_METRIC],
        }),
      });
      const ids = largest.results.map(({ id }) => Number(id));
      expect(ids).toHaveLength(3);
      const watched = watchedQuery(kind, ids);
      const now = await listResource(market, { resource, query: parseQuery(watched.query) });
      expect(now.results.map((row) => metricOf(row, WATCHED_METRIC)?.val)).toEqual(
        largest.results.map((row) => metricOf(row, WATCHED_METRIC)?.val),
      );
      // The last day of the sample is 20 November: seven days before, the lists have that value as the past one.
      const past = await metricSeries(market, {
        resource: "tokens",
        query: parseQuery(valuesOnDay(kind, ids, "2026-11-13").query),
      });
      const then = new Map(past.results.map(({ group, points }) => [group.id, points]));
      for (const row of largest.results) {
        const expected = metricOf(row, WATCHED_METRIC)?.val_7d;
        const [point, ...more] = then.get(Number(row.id)) ?? [];
        expect([point?.[0], more.length]).toEqual(["2026-11-13", 0]);
        expect(point?.[1]).toBeCloseTo(Number(expected), 2);
      }
    },
  );
});
