import { inkFor } from "../color/groupColor";
import type { ChartInk } from "../color/palette";
import { chartOption, labelRoom } from "../draw/buildChartOption";
import "../draw/echartsParts";
import { escapeMarkup } from "../draw/escapeMarkup";
import { partsOption } from "../draw/partsOption";
import { drawShapes } from "../draw/renderChartSvg";
import { describeChart } from "../plan/describeChart";
import { type ChartPlan, frameChart, periodName } from "../plan/planChart";
import { partModeOf } from "../series/chartSeries";

export interface ChartPictureOptions {
  title: string;
  subtitle?: string;
  brand: string;
  isSample: boolean;
  ink: ChartInk;
  width?: number;
  height?: number;
  hidden?: ReadonlySet<string>;
  window?: readonly [number, number] | undefined;
}

/** Size of a picture unless it says otherwise, in pixels. */
export const PICTURE = { width: 1200, height: 675 } as const;

const PAD = 32;
/** Mean width of a letter, in parts of the text size: there is nothing to measure with on a server. */
const LETTER = 0.56;

/**
 * A chart that has left its page: with title, legend, brand and, where the
 * figures are sample data, a mark that says so. An SVG with written-out colours.
 */
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
  const inner = width - 2 * PAD;
  const legend = layOutLegend(plan, { ink, inner, hidden });
  const top = PAD + (subtitle ? 62 : 40);
  const bottom = PAD + 26 + legend.height;
  const plotHeight = Math.max(160, height - top - bottom);
  const mode = partModeOf(plan.view.mode);
  const option =
    mode === null
      ? chartOption(plan, frameChart(plan, { hidden, window, room: labelRoom(inner) }), { ink, hidden })
      : partsOption(plan, { mode, width: inner, ink, ...(hidden !== undefined && { hidden }) });
  const text = (x: number, y: number, size: number, fill: string, content: string, more = "") =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escapeMarkup(content)}</text>`;
  const last = plan.dates.at(-1);
  const first = mode === null ? plan.dates[0] : last;
  const span =
    first === undefined || last === undefined
      ? ""
      : [...new Set([first, last].map((date) => periodName(date, plan.view.interval)))].join(" – ");
  const centre = ` text-anchor="middle" font-weight="600"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeMarkup(ink.font)}">`,
    `<title>${escapeMarkup(title)}</title><desc>${escapeMarkup(describeChart(plan))}</desc>`,
    `<rect width="${width}" height="${height}" fill="${ink.surface}"/>`,
    text(PAD, PAD + 18, 22, ink.text, title, ` font-weight="600"`),
    subtitle ? text(PAD, PAD + 42, 14, ink.axis, subtitle) : "",
    `<svg x="${PAD}" y="${top}" width="${inner}" height="${plotHeight}" viewBox="0 0 ${inner} ${plotHeight}">`,
    drawShapes(option, { width: inner, height: plotHeight }, "picture"),
    isSample
      ? text(
          inner / 2,
          plotHeight / 2,
          54,
          ink.text,
          "SAMPLE DATA",
          `${centre} letter-spacing="6" opacity="0.22"`,
        )
      : "",
    "</svg>",
    `<g transform="translate(${PAD} ${top + plotHeight + 14})">${legend.markup}</g>`,
    text(PAD, height - PAD + 8, 13, ink.axis, [span, isSample && "Sample data"].filter(Boolean).join(" · ")),
    text(width - PAD, height - PAD + 8, 14, ink.text, brand, ` text-anchor="end" font-weight="600"`),
    "</svg>",
  ].join("");
}

function layOutLegend(
  plan: ChartPlan,
  { ink, inner, hidden }: { ink: ChartInk; inner: number; hidden: ReadonlySet<string> | undefined },
): { markup: string; height: number } {
  const size = 13;
  let x = 0;
  let y = size;
  const items = plan.layers
    .filter(({ key }) => !hidden?.has(key))
    .map(({ name, color, dash, second, isBenchmark }) => {
      const shown = name.length > 40 ? `${name.slice(0, 39)}…` : name;
      const width = 24 + shown.length * size * LETTER + 18;
      if (x > 0 && x + width > inner) {
        x = 0;
        y += size + 9;
      }
      const fill = inkFor(color, ink);
      const lines = plan.view.mode === "lines" || second !== undefined || isBenchmark;
      const swatch = lines
        ? `<line x1="${x}" x2="${x + 18}" y1="${y - 4.5}" y2="${y - 4.5}" stroke="${fill}" stroke-width="2.5"${dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`
        : `<rect x="${x}" y="${y - 10}" width="11" height="11" rx="2" fill="${fill}"/>`;
      const markup = `${swatch}<text x="${x + (lines ? 24 : 17)}" y="${y}" font-size="${size}" fill="${ink.text}">${escapeMarkup(shown)}</text>`;
      x += width;
      return markup;
    });
  return { markup: items.join(""), height: items.length === 0 ? 0 : y + 14 };
}
