/**
 * Renders the images of the site from SVG with Chromium: the social preview (4000 × 2300) and the icons that have to
 * be PNG. Run after a change of the drawing, and commit the results: `node scripts/social-image.js`. CHROMIUM_PATH
 * names the browser; default `/usr/bin/chromium`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const asset = (name) => join(root, "public", name);

const ink = "#0a0d12";
const accent = "#2a63d4";
const brand = process.env.BRAND_NAME ?? "Cadastre";
const font = (
  await readFile(join(root, "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"))
).toString("base64");

const mark = (x, y, size) => `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="none">
  <rect width="24" height="24" rx="5.4" fill="${accent}"/>
  <path d="M9.4 0v10.2L0 13.6M9.4 10.2 24 7.4M9.4 10.2l3.8 13.8M11 15.6l13-2.5" stroke="#fff" stroke-width="1.7"/></g>`;

/** Parcels of a land register, growing towards the right like a chart. */
function parcels() {
  const shades = ["#12203a", "#16294c", "#1a3360", "#1f3f78", "#254c92", "#2a59ae", "#3a70d0", "#6f9df0"];
  const columns = 16;
  const width = 4000 / columns;
  let drawing = "";
  for (let column = 0; column < columns; column += 1) {
    const height = 180 + 900 * (column / (columns - 1)) ** 1.7 + 90 * Math.sin(column * 1.9);
    let y = 2300;
    let part = 0;
    while (y > 2300 - height) {
      const block = Math.min(
        110 + 70 * Math.abs(Math.sin(column * 3.7 + part * 2.3)),
        y - (2300 - height) + 1,
      );
      const shade = shades[Math.min(shades.length - 1, Math.floor((column / columns) * 6 + (part % 3)))];
      drawing += `<rect x="${column * width + 5}" y="${y - block + 5}" width="${width - 10}" height="${Math.max(block - 10, 4)}" rx="6" fill="${shade}"/>`;
      y -= block;
      part += 1;
    }
  }
  return drawing;
}

const social = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="2300" viewBox="0 0 4000 2300">
  <rect width="4000" height="2300" fill="${ink}"/>
  ${parcels()}
  ${mark(300, 300, 260)}
  <g font-family="Inter" fill="#e9edf3">
    <text x="640" y="500" font-size="220" font-weight="640" letter-spacing="-5">${brand}</text>
    <text x="300" y="900" font-size="190" font-weight="600" letter-spacing="-5">Tokenized real-world assets,</text>
    <text x="300" y="1130" font-size="190" font-weight="600" letter-spacing="-5">measured in the open.</text>
    <text x="300" y="1340" font-size="92" fill="#aab4c2">Value, holders and activity by asset class, network and issuer</text>
  </g></svg>`;

const icon = (size) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">${mark(0, 0, 24)}</svg>`;

const style = `<style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}
  *{margin:0}svg{display:block}</style>`;

/** A PNG in an ICO container, which old browsers request: one directory entry, then the image. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
try {
  const draw = async (svg, { width, height }) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(style + svg);
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot({ omitBackground: true });
    await page.close();
    return picture;
  };
  await writeFile(asset("social.png"), await draw(social, { width: 4000, height: 2300 }));
  await writeFile(asset("icon-512.png"), await draw(icon(512), { width: 512, height: 512 }));
  await writeFile(asset("apple-touch-icon.png"), await draw(icon(180), { width: 180, height: 180 }));
  await writeFile(asset("favicon.ico"), ico(await draw(icon(32), { width: 32, height: 32 }), 32));
} finally {
  await browser.close();
}
