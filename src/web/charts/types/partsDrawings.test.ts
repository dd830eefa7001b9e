import { describe, expect, test } from "vitest";
import { network, view } from "../../../../tests/support/testSeries";
import { drawShapes } from "../draw/renderChartSvg";
import { planChart } from "../plan/planChart";
import { partsDrawings } from "./partsDrawings";
import { type Box, squarify } from "./treemap";

const funds: Record<string, number> = {
  "BlackRock USD Institutional Digital Liquidity Fund": 20.07,
  "US Yield Coin": 14.24,
  "Ondo U.S. Dollar Yield": 11.3,
  "Franklin OnChain U.S. Government Money Fund": 8.81,
  "Invesco Short Duration US Government Securities Fund": 7.77,
  "Ondo Short-Term US Government Bond Fund": 7.35,
  "WisdomTree Treasury Money Market Digital Fund": 6.05,
  "Janus Henderson Anemoy Treasury Fund": 3.28,
  "Fidelity Digital Interest Token": 2.35,
  "OpenEden TBILL Vault": 2.04,
  "Everything else there is in this class": 16.74,
};
const plan = (mode: "treemap" | "pie") =>
  planChart(
    Object.entries(funds).map(([name, value]) => network(name, { "2026-01-01": value })),
    view({ mode }),
    { maxGroups: 11 },
  );

/** Widths and heights of the drawn boxes, largest area first. */
const drawnBoxes = (svg: string): Box[] =>
  [
    ...svg.matchAll(
      /<path d="M0 0l([\d.]+) 0l0 ([\d.]+)l-[\d.]+ 0Z"[^>]*fill="(?!none|var\(--chart-surface\))/g,
    ),
  ]
    .map(([, width, height]) => ({ width: Number(width), height: Number(height) }))
    .sort((a, b) => b.width * b.height - a.width * a.height);

const labelsOf = (mode: "treemap" | "pie", size: { width: number; height: number }): string[] => {
  const [drawn] = [partsDrawings[mode].option(plan(mode), size).series ?? []].flat();
  return (drawn?.data ?? []).map((one) => {
    const { label } = one as { label: { show: boolean; formatter: () => string } };
    return label.show ? label.formatter() : "";
  });
};

describe("labels of treemaps", () => {
  test("the computed boxes equal those that echarts draws", () => {
    for (const [width, height] of [
      [920, 360],
      [300, 280],
      [700, 700],
    ] as const) {
      const drawn = drawnBoxes(
        drawShapes(partsDrawings.treemap.option(plan("treemap"), { width, height }), { width, height }),
      );
      const boxes = squarify(Object.values(funds), { width, height: height - 8 }).sort(
        (a, b) => b.width * b.height - a.width * a.height,
      );
      expect(drawn).toHaveLength(11);
      drawn.forEach((box, index) => {
        expect(Math.abs(box.width - (boxes[index]?.width ?? 0))).toBeLessThan(3);
        expect(Math.abs(box.height - (boxes[index]?.height ?? 0))).toBeLessThan(3);
      });
    }
  });

  test("long names are wrapped: every tile with space has its name and share", () => {
    const labels = labelsOf("treemap", { width: 720, height: 360 });
    expect(labels.every((label) => label.endsWith("%"))).toBe(true);
    expect(labels[0]).toBe("BlackRock USD Institutional Digital\nLiquidity Fund\n20.07%");
    expect(labels.filter((label) => label.split("\n").length > 1)).toHaveLength(11);
  });

  test("a tile without space for its name has its share, and one without space for either has no label", () => {
    expect(
      labelsOf("treemap", { width: 300, height: 280 })
        .slice(0, 9)
        .every((label) => label.endsWith("%")),
    ).toBe(true);
    expect(new Set(labelsOf("treemap", { width: 60, height: 60 }))).toEqual(new Set([""]));
  });
});

test("a name without space in a pie is truncated at its end, after the share", () => {
  const shapes = drawShapes(partsDrawings.pie.option(plan("pie"), { width: 600, height: 360 }), {
    width: 600,
    height: 360,
  });
  const texts = [...shapes.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? "");
  for (const value of Object.values(funds))
    expect(texts.some((text) => text.startsWith(`${value.toFixed(2)}% `))).toBe(true);
  expect(texts.some((text) => text.endsWith("…") || text.endsWith("..."))).toBe(true);
});
