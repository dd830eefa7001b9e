/** What the page of a watchlist asks of the market. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricOf, parseQuery, watchedKinds } from "#domain";
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
    "of %ss are those of their lists now, and on an earlier day what the lists compare with",
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
      const asked = watchedQuery(kind, ids);
      const now = await listResource(market, { resource, query: parseQuery(asked.query) });
      expect(now.results.map((row) => metricOf(row, WATCHED_METRIC)?.val)).toEqual(
        largest.results.map((row) => metricOf(row, WATCHED_METRIC)?.val),
      );
      // The last of the sample's days is 20 November: seven days before, what the lists keep as the value of then.
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
