import { ScatterChart, type ScatterSeriesOption } from "echarts/charts";
import { type ComposeOption, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { formatCount } from "#domain/text";
import { inkFor } from "../../charts/color/groupColor";
import type { ChartInk } from "../../charts/color/palette";
import { valueAxisOption } from "../../charts/draw/buildChartOption";
import { drawShapes } from "../../charts/draw/renderChartSvg";
import { PICTURE, pictureFrame } from "../../charts/files/pictureFrame";
import type { Axis } from "../../charts/plan/axisTicks";
import {
  assetColor,
  axisName,
  dotWidth,
  nameWithin,
  type ScatterMetrics,
  type ScatterPoint,
  scatterAxes,
} from "./scatterPoints";

type ScatterOption = ComposeOption<ScatterSeriesOption>;

use([ScatterChart, LabelLayout]);

const LABEL_SIZE = 13;

/** Echarts options of the scatter chart, with names where there is space. */
function scatterOption(
  points: readonly ScatterPoint[],
  { metrics, ink }: { metrics: ScatterMetrics; ink: ChartInk },
): ScatterOption {
  const axes = scatterAxes(points, metrics);
  const largest = Math.max(...points.map(({ size }) => size));
  const text = { color: ink.text, fontSize: LABEL_SIZE, fontFamily: ink.font };
  const axisText = { ...text, color: ink.axis };
  const axis = (name: string, of: Axis) => ({
    ...valueAxisOption(of, axisText),
    name,
    nameLocation: "middle" as const,
    nameTextStyle: axisText,
    axisLine: { show: true, lineStyle: { color: ink.grid } },
    minorTick: { show: false },
    splitLine: { show: false },
  });
  return {
    animation: false,
    backgroundColor: "transparent",
    grid: { left: 70, right: 24, top: 24, bottom: 56, outerBoundsMode: "none" },
    xAxis: {
      ...axis(axisName(metrics.x) + (axes.x.isLog ? ", logarithmic" : ""), axes.x),
      type: axes.x.isLog ? "log" : "value",
      nameGap: 32,
    },
    yAxis: {
      ...axis(axisName(metrics.y), axes.y),
      type: "value",
      nameGap: 52,
      splitLine: { lineStyle: { color: ink.grid } },
    },
    series: [
      {
        type: "scatter",
        data: points.map(({ row, x, y, size }) => ({
          value: [x, y],
          symbolSize: dotWidth(size, largest),
          itemStyle: { color: inkFor(assetColor(row), ink), opacity: 0.8, borderColor: ink.surface },
          label: { formatter: () => String(row.ticker ?? row.name) },
        })),
        label: { ...text, show: true, position: "right", textBorderColor: ink.surface, textBorderWidth: 3 },
        labelLayout: { hideOverlap: true },
        emphasis: { disabled: true },
      },
    ],
  };
}

export interface ScatterPictureOptions {
  title: string;
  metrics: ScatterMetrics;
  /** Day of the figures; null if unknown. */
  date: string | null;
  brand: string;
  isSample: boolean;
  ink: ChartInk;
}

/** The scatter chart as an exported image. */
export function scatterPicture(
  points: readonly ScatterPoint[],
  { title, metrics, date, brand, isSample, ink }: ScatterPictureOptions,
): string {
  return pictureFrame(
    {
      title,
      subtitle: `The larger the dot, the higher its ${nameWithin(metrics.size)}.`,
      description: `${formatCount(points.length, "asset")}.`,
      span: date ?? "",
      brand,
      isSample,
      ink,
      ...PICTURE,
    },
    {
      plot: (room) => drawShapes(scatterOption(points, { metrics, ink }), room, "picture"),
      legend: () => ({ markup: "", height: 0 }),
    },
  );
}
