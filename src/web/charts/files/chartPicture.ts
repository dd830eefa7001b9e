import { escapeMarkup } from "#domain/text";
import { inkFor } from "../color/groupColor";
import type { ChartInk } from "../color/palette";
import { chartOption, labelRoom } from "../draw/buildChartOption";
import { drawShapes } from "../draw/renderChartSvg";
import { describeChart } from "../plan/describeChart";
import { type ChartPlan, frameChart, knownPeriodName } from "../plan/planChart";
import { eventColor, eventKinds, eventNames, eventShapes } from "../series/chartEvents";
import { chartTypes, isPartsMode } from "../series/chartTypes";
import { partsDrawings } from "../types/partsDrawings";
import { cutToWidth, textWidth } from "../types/textWidth";
import { PICTURE, type PictureLegend, pictureFrame } from "./pictureFrame";

export interface ChartPictureOptions {
  title: string;
  subtitle?: string | undefined;
  brand: string;
  isSample: boolean;
  ink: ChartInk;
  width?: number;
  height?: number;
  hidden?: ReadonlySet<string>;
  window?: readonly [number, number] | undefined;
}

/** An exported chart in a frame with its legend: an SVG with literal colours. */
export function chartPicture(
  plan: ChartPlan,
  {
    title,
    subtitle,
    brand,
    isSample,
    ink,
    width = PICTURE.width,
    height = PICTURE.height,
    hidden,
    window,
  }: ChartPictureOptions,
): string {
  const { mode } = plan.view;
  const last = plan.dates.length - 1;
  const first = isPartsMode(mode) ? last : 0;
  const span = [...new Set([first, last].map((index) => knownPeriodName(plan, index)))].join(" – ");
  return pictureFrame(
    { title, subtitle, description: describeChart(plan), span, brand, isSample, ink, width, height },
    {
      legend: (inner) => layOutLegend(plan, { ink, inner, hidden }),
      plot: (size) =>
        drawShapes(
          isPartsMode(mode)
            ? partsDrawings[mode].option(plan, { ...size, ink, ...(hidden !== undefined && { hidden }) })
            : chartOption(plan, frameChart(plan, { hidden, window, room: labelRoom(size.width) }), {
                ink,
                hidden,
              }),
          size,
          "picture",
        ),
    },
  );
}

/** Space of a legend entry in addition to its text, in pixels: swatch and margin. */
const LEGEND_SWATCH = 24;
const LEGEND_GAP = 18;

function layOutLegend(
  plan: ChartPlan,
  { ink, inner, hidden }: { ink: ChartInk; inner: number; hidden: ReadonlySet<string> | undefined },
): PictureLegend {
  const size = 13;
  let x = 0;
  let y = size;
  /** Places an entry in the next free position, with its swatch left of the name. */
  const place = (name: string, swatch: (x: number, y: number) => string, swatchWidth: number): string => {
    const shown = cutToWidth(name, { size, font: ink.font, most: inner - LEGEND_SWATCH });
    const width = LEGEND_SWATCH + textWidth(shown, { size, font: ink.font }) + LEGEND_GAP;
    if (x > 0 && x + width - LEGEND_GAP > inner) {
      x = 0;
      y += size + 9;
    }
    const markup = `${swatch(x, y)}<text x="${x + swatchWidth + 6}" y="${y}" font-size="${size}" fill="${ink.text}">${escapeMarkup(shown)}</text>`;
    x += width;
    return markup;
  };
  const layers = plan.layers
    .filter(({ key }) => !hidden?.has(key))
    .map(({ name, color, dash, second, isBenchmark }) => {
      const fill = inkFor(color, ink);
      return chartTypes[plan.view.mode].plan.isLines || second !== undefined || isBenchmark
        ? place(
            name,
            (left, base) =>
              `<line x1="${left}" x2="${left + 18}" y1="${base - 4.5}" y2="${base - 4.5}" stroke="${fill}" stroke-width="2.5"${dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`,
            18,
          )
        : place(
            name,
            (left, base) =>
              `<rect x="${left}" y="${base - 10}" width="11" height="11" rx="2" fill="${fill}"/>`,
            11,
          );
    });
  const marked = new Set(plan.marks.flatMap(({ events }) => events.map(({ kind }) => kind)));
  const events = eventKinds
    .filter((kind) => marked.has(kind))
    .map((kind) =>
      place(
        eventNames[kind][1],
        (left, base) =>
          `<path d="${eventShapes[kind]}" transform="translate(${left + 5.5} ${base - 4.5})" fill="${eventColor(kind, ink)}"/>`,
        11,
      ),
    );
  const items = [...layers, ...events];
  return { markup: items.join(""), height: items.length === 0 ? 0 : y + 14 };
}
