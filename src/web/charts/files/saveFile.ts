import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { Figures } from "./figuresCsv";
import { PICTURE } from "./pictureFrame";

const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Downloads figures as a file. */
export async function saveFigures(figures: Figures, format: "csv" | "xlsx", name: string): Promise<void> {
  if (format === "csv") {
    const { figuresCsv } = await import("./figuresCsv");
    saveFile(figuresCsv(figures), name, "text/csv;charset=utf-8");
  } else {
    const { figuresWorkbook } = await import("./figuresWorkbook");
    saveFile(await figuresWorkbook(figures), name, WORKBOOK_TYPE);
  }
}

/** Downloads a file. */
export function saveFile(content: Blob | string, name: string, type: string): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Converts an SVG to a PNG at twice its size. */
async function rasterizeSvg(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image could not be created"))));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Bytes per call, below the limit of arguments. */
const PIECE = 8_192;

/**
 * Embeds the site's typeface in an SVG, so that text looks as on the page wherever it is opened. Returns it
 * unchanged if the font file cannot be loaded.
 */
async function carryTypeface(svg: string): Promise<string> {
  const response = await fetch(inter).catch(() => null);
  if (!response?.ok) return svg;
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += PIECE)
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  const face = `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url("data:font/woff2;base64,${btoa(binary)}") format("woff2")}`;
  return svg.replace(/^<svg[^>]*>/, (tag) => `${tag}<style>${face}</style>`);
}

/** Downloads an image of the default size. */
export async function savePicture(svg: string, format: "png" | "svg", name: string): Promise<void> {
  const picture = await carryTypeface(svg);
  if (format === "svg") saveFile(picture, name, "image/svg+xml");
  else saveFile(await rasterizeSvg(picture, PICTURE), name, "image/png");
}
