import { describe, expect, it } from "vitest";
import { type Derivation, type Metric, metricByName, metrics } from "#domain";
import { derivationLevels, metricsRead } from "./derivationLevels";

const like = (slug: string, derive: Derivation[]): Metric<string> => ({
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

  it("refuses a circle and names it", () => {
    const circle = [like("a", [{ op: "copy", of: "b" }]), like("b", [{ op: "copy", of: "a" }])];
    expect(() => derivationLevels(circle)).toThrow("a → b → a");
  });

  it("refuses an input that is no metric", () => {
    expect(() => derivationLevels([like("a", [{ op: "copy", of: "nothing" }])])).toThrow(
      "nothing, which is no metric",
    );
  });
});
