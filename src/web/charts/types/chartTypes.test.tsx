import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { network, view } from "../../../../tests/support/testSeries";
import { modesThatSuit, readChartSearch } from "../../features/chartView/chartSearch";
import { Chart } from "../Chart";
import { ChartControls } from "../ChartControls";
import { lightInk } from "../color/palette";
import { chartPicture } from "../files/chartPicture";
import { planChart } from "../plan/planChart";
import { chartModes, chartTypes, type PartsMode, type TimeMode, timeModes } from "../series/chartTypes";
import type { PartsDrawing, TimeDrawing } from "./drawing";
import { lines } from "./lines";
import { pie } from "./partsDrawings";
import { bars } from "./timeDrawings";

const series = [
  network("Ethereum", { "2026-01-01": 30, "2026-01-02": 60 }),
  network("Base", { "2026-01-01": 10, "2026-01-02": 20 }),
];

describe.each(chartModes)("a chart of type %s", (mode) => {
  test("is accepted in URLs and offered for additive values by group", () => {
    expect(readChartSearch({ mode }).mode).toBe(mode);
    expect(modesThatSuit({ adds: true, group: "network" })).toContain(mode);
    const controls = renderToString(
      <ChartControls title="Value" view={view({ mode })} modes={chartModes} hrefFor={() => "/"} />,
    );
    expect(controls).toContain(chartTypes[mode].label);
  });

  test("is drawn and described in pages and in exported images", () => {
    const page = renderToString(
      <Chart
        id="value"
        title="Value"
        series={series}
        view={view({ mode })}
        isSample={false}
        canXlsx={false}
      />,
    );
    const described = `${chartTypes[mode].describe} of Bridged Token Value (Dollar)`;
    expect(page).toMatch(/class="chart-paint.*<path /s);
    expect(page).toContain(described);
    const plan = planChart(series, view({ mode }));
    const picture = chartPicture(plan, { title: "Value", brand: "Cadastre", isSample: false, ink: lightInk });
    expect(picture).toMatch(/<path /);
    expect(picture).toContain(described);
  });
});

test("figures that do not add up have lines and bars, and totals without a grouping have no parts", () => {
  const modes = modesThatSuit({ adds: false, group: "network" });
  expect(modes).toEqual(expect.arrayContaining(["lines", "bars"]));
  for (const whole of ["stacked", "treemap", "pie"]) expect(modes).not.toContain(whole);
  expect(modesThatSuit({ adds: true, group: "none" })).toEqual(timeModes);
});

test("a type without a drawing does not compile", () => {
  // @ts-expect-error stacked areas are missing
  const time: Record<TimeMode, TimeDrawing> = { lines, bars };
  // @ts-expect-error treemaps are missing
  const parts: Record<PartsMode, PartsDrawing> = { pie };
  expect([...Object.keys(time), ...Object.keys(parts)]).toHaveLength(3);
});
