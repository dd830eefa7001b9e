import { describe, expect, test } from "vitest";
import { network, view } from "../../../../tests/support/testSeries";
import { darkInk, lightInk } from "../color/palette";
import { chartPicture } from "../files/chartPicture";
import { planChart } from "../plan/planChart";
import type { ChartEvent } from "../series/chartEvents";
import { buildChartOption } from "./buildChartOption";
import { paintChart } from "./paintChart";
import { renderChartSvg } from "./renderChartSvg";

const series = [
  network("Ethereum", { "2026-01-01": 30, "2026-01-02": 60, "2026-01-03": 61 }, { color: "#627eea" }),
  network('<b>"Base" & co', { "2026-01-01": 10, "2026-01-02": null, "2026-01-03": 25 }),
];

describe("renderChartSvg", () => {
  const svg = renderChartSvg(buildChartOption(series, view(), { width: 800, height: 300 }), {
    width: 800,
    height: 300,
    title: "Value <by> network",
    description: "Two & more",
    idPrefix: "c1",
  });

  test("scales to its container and has a title", () => {
    expect(svg).toMatch(
      /^<svg [^>]*viewBox="0 0 800 300" width="100%" role="img" aria-labelledby="c1-title c1-desc">/,
    );
    expect(svg).toContain('<title id="c1-title">Value &lt;by&gt; network</title>');
    expect(svg).toContain('<desc id="c1-desc">Two &amp; more</desc>');
  });

  test("leaves colours to the theme of the page", () => {
    expect(svg).toContain('"var(--chart-axis)"');
    expect(svg).toContain('"var(--chart-grid)"');
    // A catalog colour with contrast to both pages is the same in both.
    expect(svg).toContain('"#627eea"');
  });

  test("has no styles, classes or ids that conflict with other charts", () => {
    expect(svg).not.toMatch(/<style|class="zr|zr\d|ecmeta/);
  });

  test("is deterministic", () => {
    const again = renderChartSvg(buildChartOption(series, view(), { width: 800, height: 300 }), {
      width: 800,
      height: 300,
      title: "Value <by> network",
      description: "Two & more",
      idPrefix: "c1",
    });
    expect(again).toBe(svg);
  });
});

describe("paintChart", () => {
  test("stretches only the plot", () => {
    const svg = paintChart(planChart(series, view()), { id: "c1", title: "Value" });
    expect(svg).toContain('viewBox="0 0 2000 720" preserveAspectRatio="none"');
    expect(svg).toContain('<text x="100%" y="100%" dx="8" dy="0.32em">$0</text>');
    expect(svg).toContain('<title id="c1-title">Value</title>');
    expect(svg).not.toMatch(/clip-path|<style|id="zr/);
  });

  test("a value between two gaps is a round dot", () => {
    const lone = network("Base", { "2026-01-01": 10, "2026-01-02": null, "2026-01-03": 25 });
    const svg = paintChart(planChart([lone], view({ mode: "lines" })), { id: "c1", title: "Value" });
    expect(svg.match(/h0" stroke="[^"]+" stroke-width="5" stroke-linecap="round"/g)).toHaveLength(2);
  });

  test.each(["stacked", "lines", "bars"] as const)("%s and their labels are within the plot", (mode) => {
    const svg = paintChart(planChart(series, view({ mode })), { id: "c1", title: "Value" });
    for (const [, share] of svg.matchAll(/(?:x|y|y1)="(-?[\d.]+)%"/g)) {
      expect(Number(share)).toBeGreaterThanOrEqual(0);
      expect(Number(share)).toBeLessThanOrEqual(100);
    }
  });
});

describe("chartPicture", () => {
  const picture = (isSample: boolean, ink = lightInk) =>
    chartPicture(planChart(series, view()), { title: "Value & co", brand: "Cadastre", isSample, ink });

  test("contains title, brand and legend, escaped, and no variables", () => {
    const svg = picture(false);
    expect(svg).toContain(">Value &amp; co</text>");
    expect(svg).toContain(">Cadastre</text>");
    expect(svg).toContain(">&lt;b&gt;&quot;Base&quot; &amp; co</text>");
    expect(svg).not.toContain("var(");
    expect(svg).not.toContain("SAMPLE DATA");
  });

  test("has long names in full if there is space", () => {
    const name = "Franklin OnChain U.S. Government Money Market Fund, Class of Institutional Investors";
    const [first] = series;
    if (first === undefined) throw new Error("There are no series");
    const named = [{ ...first, group: { ...first.group, name } }];
    const options = { title: "Value", brand: "Cadastre", isSample: false, ink: lightInk };
    expect(chartPicture(planChart(named, view()), options)).toContain(`>${name}</text>`);
    const narrow = chartPicture(planChart(named, view()), { ...options, width: 400 });
    expect(narrow).toMatch(/>Franklin OnChain U\.S\. Government Mon[^<]*…<\/text>/);
  });

  test("has a legend of event marks, each kind once", () => {
    const event = (key: string, kind: ChartEvent["kind"], date: string): ChartEvent => ({
      ...{ key, kind, date, when: date, subject: "One", slug: "one", href: "/assets/one", words: "" },
    });
    const events = [event("a", "incident", "2026-01-02"), event("b", "incident", "2026-01-03")];
    const options = { title: "Value", brand: "Cadastre", isSample: false, ink: lightInk };
    const svg = chartPicture(planChart(series, view(), { events }), options);
    expect(svg.match(/>Incidents<\/text>/g)).toHaveLength(1);
    expect(svg).not.toContain(">Corporate actions</text>");
    expect(picture(false)).not.toContain(">Incidents</text>");
  });

  test("marks sample data, and follows the theme", () => {
    const svg = picture(true, darkInk);
    expect(svg).toContain(">SAMPLE DATA</text>");
    expect(svg).toContain(`fill="${darkInk.surface}"`);
  });
});
