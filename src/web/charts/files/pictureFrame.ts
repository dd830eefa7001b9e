import { escapeMarkup } from "#domain/text";
import type { ChartInk } from "../color/palette";

/** Default size of an image in pixels. */
export const PICTURE = { width: 1200, height: 675 } as const;

const PAD = 32;

export interface PictureFrame {
  title: string;
  subtitle?: string | undefined;
  /** Accessible description of the image. */
  description: string;
  /** Date range of the figures; blank for none. */
  span: string;
  brand: string;
  isSample: boolean;
  ink: ChartInk;
  width: number;
  height: number;
}

export interface PictureLegend {
  markup: string;
  height: number;
}

export interface PictureContent {
  /** The shapes of a plot of this size. */
  plot: (size: { width: number; height: number }) => string;
  /** The legend below the plot, at most this wide. */
  legend: (inner: number) => PictureLegend;
}

/** An exported image: title, plot, legend, brand, and a mark for sample data. An SVG with literal colours. */
export function pictureFrame(
  { title, subtitle, description, span, brand, isSample, ink, width, height }: PictureFrame,
  { plot, legend: layOut }: PictureContent,
): string {
  const inner = width - 2 * PAD;
  const legend = layOut(inner);
  const top = PAD + (subtitle ? 62 : 40);
  const bottom = PAD + 26 + legend.height;
  const plotHeight = Math.max(160, height - top - bottom);
  const text = (x: number, y: number, size: number, fill: string, content: string, more = "") =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escapeMarkup(content)}</text>`;
  const centre = ` text-anchor="middle" font-weight="600"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeMarkup(ink.font)}">`,
    `<title>${escapeMarkup(title)}</title><desc>${escapeMarkup(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${ink.surface}"/>`,
    text(PAD, PAD + 18, 22, ink.text, title, ` font-weight="600"`),
    subtitle ? text(PAD, PAD + 42, 14, ink.axis, subtitle) : "",
    `<svg x="${PAD}" y="${top}" width="${inner}" height="${plotHeight}" viewBox="0 0 ${inner} ${plotHeight}">`,
    plot({ width: inner, height: plotHeight }),
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
