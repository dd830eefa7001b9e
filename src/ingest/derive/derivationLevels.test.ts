import { describe, expect, it } from "vitest";
import { type Derivation, type Metric, metricByName, metrics } from "#domain/metrics";
import { attainableLevels, derivationLevels, metricsRead } from "./derivationLevels";

const like = (slug: string, derive: Derivation<string>[]): Metric<string> => ({
  ...(metrics[0] as Metric),
  slug,
  derive,
});

describe("derivationLevels", () => {
  it("puts every described metric after all that it reads", () => {
    const place = new Map<string, number>(
      derivationLevels(metrics).flatMap((level, i) => level.map((m) => [m.slug, i] as const)),
    );
    for (const metric of metrics.filter((m) => m.derive.length > 0)) {
      for (const input of metric.derive.flatMap(metricsRead)) {
        expect(metricByName(input)).toBeDefined();
        expect(place.get(input) ?? -1).toBeLessThan(place.get(metric.slug) as number);
      }
    }
  });

  it("rejects a cycle and names it", () => {
    const circle = [like("a", [{ op: "copy", of: "b" }]), like("b", [{ op: "copy", of: "a" }])];
    expect(() => derivationLevels(circle)).toThrow("a → b → a");
  });

  it("rejects an input that is not a metric", () => {
    expect(() => derivationLevels([like("a", [{ op: "copy", of: "nothing" }])])).toThrow(
      "nothing, which is not a metric",
    );
  });
});

describe("attainableLevels", () => {
  const levels = derivationLevels(metrics);
  const given = metrics.filter((metric) => metric.derive.length === 0);
  const attained = (...observed: string[]) =>
    attainableLevels(levels, ({ slug }) => observed.includes(slug), given)
      .flat()
      .map(({ metric, ways, isObserved }) => [metric.slug, isObserved, ways.map(({ place }) => place)]);

  it("has nothing where nothing was observed, or nothing that anything is derived from", () => {
    expect(attained()).toEqual([]);
    expect(attained("holding_addresses_count")).toEqual([]);
  });

  it("has the metrics that follow from observed ones, by the possible derivations", () => {
    expect(attained("daily_mints_dollar")).toEqual([["daily_mints_dollar", true, []]]);
    expect(attained("daily_mints_dollar", "daily_burns_dollar")).toEqual([
      ["daily_mints_dollar", true, []],
      ["daily_burns_dollar", true, []],
      ["net_flow_dollar", false, [1]],
      ["trailing_30_day_net_flow_dollar", false, [1]],
      ["trailing_7_day_net_flow_dollar", false, [1]],
    ]);
  });

  it("has everything, by every way, where everything was observed", () => {
    const all = attainableLevels(levels, () => true, given).flat();
    expect(all.map(({ metric }) => metric)).toEqual(levels.flat());
    for (const { metric, ways } of all) {
      expect(ways.map(({ way }) => way.op)).toEqual(metric.derive.map(({ op }) => op));
      expect(ways.map(({ way }) => metricsRead(way))).toEqual(metric.derive.map(metricsRead));
    }
  });

  it("keeps of alternatives those that can be known", () => {
    const [level] = attainableLevels(
      levels,
      ({ slug }) => slug === "total_supply_token" || slug === "price_dollar",
      given,
    );
    const product = level?.find(({ ways }) => ways.some(({ way }) => way.op === "product"));
    expect(product?.ways.map(({ way }) => metricsRead(way))).toContainEqual([
      "total_supply_token",
      "price_dollar",
    ]);
  });
});
