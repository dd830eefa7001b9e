import type { EChartsCoreOption } from "echarts/core";
import { escapeMarkup } from "#domain/text";
import type { ChartOption } from "./buildChartOption";
import { init } from "./echartsCore";

export interface SvgSize {
  width: number;
  height: number;
}

export interface SvgText extends SvgSize {
  /** Accessible description of the image. */
  title?: string;
  description?: string;
  /** Prefix of ids in the SVG; unique in a page. */
  idPrefix?: string;
}

/** The drawing of an echarts option at a size: the content of the `<svg>` without its tag. */
export function drawShapes(
  option: EChartsCoreOption,
  { width, height }: SvgSize,
  idPrefix = "chart",
): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ ...option, animation: false });
    return tidy(chart.renderToSVGString(), idPrefix);
  } finally {
    chart.dispose();
  }
}

/**
 * The chart as a separate image that scales to its width. Runs on the server and, for downloads, in the
 * browser. Colours are those of the option, so CSS variables follow the theme of the page.
 */
export function renderChartSvg(
  option: ChartOption,
  { width, height, title, description, idPrefix = "chart" }: SvgText,
): string {
  const names = [title && `${idPrefix}-title`, description && `${idPrefix}-desc`].filter(Boolean).join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="100%" role="img"`,
    names && ` aria-labelledby="${names}"`,
    ">",
    title && `<title id="${idPrefix}-title">${escapeMarkup(title)}</title>`,
    description && `<desc id="${idPrefix}-desc">${escapeMarkup(description)}</desc>`,
    drawShapes(option, { width, height }, idPrefix),
    "</svg>",
  ]
    .filter(Boolean)
    .join("");
}

/**
 * Prepares echarts' markup for a page: content only, unique ids (its own restart in every process and would
 * collide), no interaction, one decimal of a pixel. Numbers below one are kept: a circle is an arc that ends
 * close to its start, and is scaled.
 */
function tidy(svg: string, idPrefix: string): string {
  return svg
    .replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replace(/<style\s*>[\s\S]*?<\/style>/g, "")
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/, "")
    .replace(/ (?:class|pointer-events|ecmeta_\w+)="[^"]*"/g, "")
    .replace(/\bzr\d+-/g, `${idPrefix}-`)
    .replace(/ (d|transform)="([^"]*)"/g, (_, name: string, value: string) => {
      const short =
        name === "d"
          ? value.replace(/\d+\.\d{2,}/g, (digits) => (+digits < 1 ? digits : String(+(+digits).toFixed(1))))
          : value;
      return ` ${name}="${short}"`;
    })
    .replace(/\n+/g, "");
}
