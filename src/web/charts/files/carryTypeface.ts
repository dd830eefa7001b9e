import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

/** Bytes per call, below the limit of arguments. */
const PIECE = 8_192;

/**
 * Embeds the site's typeface in an SVG, so that text looks as on the page wherever it is opened. Returns it
 * unchanged if the font file cannot be loaded.
 */
export async function carryTypeface(svg: string): Promise<string> {
  const response = await fetch(inter).catch(() => null);
  if (!response?.ok) return svg;
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += PIECE)
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  const face = `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url("data:font/woff2;base64,${btoa(binary)}") format("woff2")}`;
  return svg.replace(/^<svg[^>]*>/, (tag) => `${tag}<style>${face}</style>`);
}
