/** Every figure of sample data over the shipped catalog: its explanation, and the sums of totals. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExplainedFigure, type ListResponse, metricOf } from "#domain/api";
import { type Metric, metricById, metrics } from "#domain/metrics";
import { parseQuery, type QueryInput } from "#domain/query";
import { type EntityType, entityTypes } from "#domain/resources";
import { aggregateResource, explainFigure, listResource, type Market } from "#market";
import type { MarketStore } from "#stores";
import { openSampleMarket } from "../support/sampleMarket";

/**
 * Groups combine their tokens by the rule of the metric, whatever kind of group it is: for each kind every third
 * metric is explained, so that each is explained for two. With `FIGURES=all` each is explained for all.
 */
const STEP = process.env.FIGURES === "all" ? 1 : 3;
const kindsOfGroups = entityTypes.filter((type) => type !== "asset" && type !== "token");
const isExplained = (type: EntityType, metric: Metric) =>
  type === "asset" ||
  type === "token" ||
  // Figures per unit are not served for groups.
  (!metric.isPerUnit && metrics.indexOf(metric) % STEP === kindsOfGroups.indexOf(type) % STEP);

/** Assets of each class: enough for every kind of figure. */
const PER_CLASS = 1;

let store: MarketStore;
let market: Market;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, market, close } = await openSampleMarket({ perClass: PER_CLASS, days: 45 }));
});
afterAll(() => close());

interface KnownFigure {
  entity_type: EntityType;
  entity_id: number;
  metric_id: number;
  val: number;
}

function* figuresIn(figure: ExplainedFigure): Generator<ExplainedFigure> {
  for (const input of figure.inputs) {
    yield input;
    yield* figuresIn(input);
  }
}

/** The magnitude of the inputs of a figure: a small difference of large values is only as exact as they are. */
const sizeOf = (figure: Awaited<ReturnType<typeof explainFigure>>): number =>
  Math.max(...[figure, ...figuresIn(figure), ...figure.members].map(({ value }) => Math.abs(value ?? 0)));

describe("explanations", () => {
  test.each(entityTypes.map((type) => [type]))("of every figure of every %s are complete", async (type) => {
    // In a mixed order, so that different metrics belong to different entities.
    const known = await store.rows<KnownFigure>(
      `SELECT entity_type, entity_id, metric_id, val FROM entity_metrics FINAL
       WHERE entity_type = '${type}' AND val IS NOT NULL
       ORDER BY metric_id, sipHash64(entity_id, metric_id) LIMIT 1 BY metric_id`,
    );
    expect(known.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    for (const { entity_id, metric_id, val } of known) {
      const metric = metricById(metric_id);
      if (metric === undefined || !isExplained(type, metric)) continue;
      const explanation = await explainFigure(market, {
        metric: metric.slug,
        entityType: type,
        entityId: entity_id,
      });
      const what = `${metric.slug} of ${type} ${explanation.entity.slug}`;
      if (explanation.formula.trim() === "") wrong.push(`${what}: no formula`);
      if (explanation.value === null) wrong.push(`${what}: shown as ${val} and explained as unknown`);
      else if (Math.abs(explanation.value - val) > sizeOf(explanation) * 1e-9)
        wrong.push(`${what}: ${explanation.value}, shown ${val}`);
      for (const { share_percent: share } of explanation.members) {
        if (share !== null && !(share >= 0 && share < 100.000001))
          wrong.push(`${what}: a share of ${share} %`);
      }
      if (explanation.sources.length === 0) wrong.push(`${what}: no source`);
      if ((type === "asset" || type === "token") && explanation.derived && explanation.inputs.length === 0) {
        wrong.push(`${what}: derived from nothing`);
      }
      if (type !== "token" && explanation.members.length === 0) wrong.push(`${what}: no members`);
      for (const input of figuresIn(explanation)) {
        if (input.formula.trim() === "") wrong.push(`${what}: no formula of ${input.measure.slug}`);
        if (input.derived && input.inputs.length === 0)
          wrong.push(`${what}: ${input.measure.slug} derived from nothing`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Every page of a list. */
async function everyRow(resource: string, query: QueryInput = {}): Promise<ListResponse["results"]> {
  const rows: ListResponse["results"][number][] = [];
  for (let page = 1; ; page += 1) {
    const answer = await listResource(market, {
      resource,
      query: parseQuery({ ...query, pagination: { page, perPage: 100 } }),
    });
    rows.push(...answer.results);
    if (page >= answer.pagination.pageCount) return rows;
  }
}

describe("tokens and their totals", () => {
  test("match each other and plain SQL, for every additive metric", async () => {
    const rows = await everyRow("tokens");
    const { results } = await aggregateResource(market, { resource: "tokens", query: parseQuery({}) });
    const [total] = results;
    const whole = rows.filter((row) => row.is_asset_level === true);
    expect(whole.length).toBeGreaterThan(0);
    expect(total?.token_count).toBe(rows.length - whole.length);
    expect(total?.asset_level_count).toBe(whole.length);
    const summed = metrics.filter(({ across }) => across.rule === "sum");
    expect(summed.length).toBeGreaterThan(20);
    let known = 0;
    for (const { id, slug } of summed) {
      const listed = rows.reduce((sum, row) => sum + (metricOf(row, slug)?.val ?? 0), 0);
      const [plain] = await store.compactRows<[number | null, number]>(
        `SELECT sum(val), sum(abs(val)) FROM entity_metrics FINAL WHERE entity_type = 'token' AND metric_id = ${id}`,
      );
      const expected = plain?.[0] ?? 0;
      const near = (value: number) => Math.abs(value - expected) <= (plain?.[1] ?? 0) * 1e-9;
      if (expected !== 0) known += 1;
      expect([slug, near(listed)]).toEqual([slug, true]);
      expect([slug, near(total === undefined ? Number.NaN : (metricOf(total, slug)?.val ?? 0))]).toEqual([
        slug,
        true,
      ]);
    }
    expect(known).toBeGreaterThan(15);
  });

  test("are separated by a filter", async () => {
    const isWhole = (value: boolean) => ({
      filter: { operator: "equals" as const, field: "is_asset_level", value },
    });
    const [all, tokens, whole] = await Promise.all([
      everyRow("tokens"),
      everyRow("tokens", isWhole(false)),
      everyRow("tokens", isWhole(true)),
    ]);
    expect(tokens.length + whole.length).toBe(all.length);
    expect(tokens.every((row) => row.is_asset_level === false && row.network_id !== null)).toBe(true);
    expect(whole.every((row) => row.is_asset_level === true && row.network_id === null)).toBe(true);
  });
});
