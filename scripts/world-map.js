/**
 * Draws the countries of the world from Natural Earth (public domain, by the packages `world-atlas` and
 * `topojson-client`) as
 * symbols that pages colour. Run after an update of the atlas, and commit the results: `node scripts/world-map.js`.
 *
 * `public/world.svg` has a symbol per country, named by its ISO 3166-1 alpha-2 code, and `land` for all of them.
 * Countries
 * too small to see or to point at are dots; `src/web/features/jurisdictions/worldMap.ts` names the dots, so that a
 * page draws them last, above the larger countries around them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { geoEqualEarth, geoPath } from "d3-geo";
import { feature, merge } from "topojson-client";

/** Names of the atlas that differ from those of Unicode. */
const codes = {
  "Antigua and Barb.": "AG",
  "Bosnia and Herz.": "BA",
  "Br. Indian Ocean Ter.": "IO",
  "British Virgin Is.": "VG",
  "Cabo Verde": "CV",
  "Cayman Is.": "KY",
  "Central African Rep.": "CF",
  Congo: "CG",
  "Cook Is.": "CK",
  "Côte d'Ivoire": "CI",
  "Dem. Rep. Congo": "CD",
  "Dominican Rep.": "DO",
  "Eq. Guinea": "GQ",
  "Faeroe Is.": "FO",
  "Falkland Is.": "FK",
  "Fr. Polynesia": "PF",
  "Fr. S. Antarctic Lands": "TF",
  "Hong Kong": "HK",
  Macao: "MO",
  Macedonia: "MK",
  "Marshall Is.": "MH",
  Myanmar: "MM",
  "N. Mariana Is.": "MP",
  Palestine: "PS",
  "Pitcairn Is.": "PN",
  "S. Geo. and the Is.": "GS",
  "S. Sudan": "SS",
  "Saint Helena": "SH",
  "Saint Lucia": "LC",
  "Solomon Is.": "SB",
  "St-Barthélemy": "BL",
  "St-Martin": "MF",
  "St. Kitts and Nevis": "KN",
  "St. Pierre and Miquelon": "PM",
  "St. Vin. and Gren.": "VC",
  "São Tomé and Principe": "ST",
  "Trinidad and Tobago": "TT",
  Turkey: "TR",
  "Turks and Caicos Is.": "TC",
  "U.S. Virgin Is.": "VI",
  "United States of America": "US",
  Vatican: "VA",
  "W. Sahara": "EH",
  "Wallis and Futuna Is.": "WF",
  Åland: "AX",
};

/** Countries without a shape in the atlas, by longitude and latitude. */
const points = { GI: [-5.35, 36.14] };

const WIDTH = 960;
const HEIGHT = 440;
/** Square units below which a shape is drawn as a dot. */
const SMALL = 14;
const DOT = 5;

/** Codes of former countries, which Unicode still maps to their successors. */
const former = new Set([
  "AN",
  "BU",
  "CS",
  "DD",
  "DY",
  "FX",
  "HV",
  "NH",
  "NT",
  "RH",
  "SU",
  "TP",
  "UK",
  "VD",
  "YD",
  "YU",
  "ZR",
]);

const unicode = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const byName = new Map();
for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
  const name = unicode.of(code)?.toLowerCase();
  if (name !== undefined && !former.has(code)) byName.set(name, code);
}
const codeOf = (name) => codes[name] ?? byName.get(name.toLowerCase());

const atlas = async (scale) =>
  JSON.parse(
    await readFile(new URL(`../node_modules/world-atlas/countries-${scale}.json`, import.meta.url), "utf8"),
  );
const isDrawn = (geometry) => geometry.properties.name !== "Antarctica";

/** Both files, by their path from the root. */
export async function drawWorldMap() {
  const [coarse, fine] = await Promise.all([atlas("110m"), atlas("50m")]);
  const projection = geoEqualEarth()
    .precision(1)
    .fitExtent(
      [
        [1, 1],
        [WIDTH - 1, HEIGHT - 1],
      ],
      merge(coarse, coarse.objects.countries.geometries.filter(isDrawn)),
    );
  const path = geoPath(projection).digits(1);
  const shapes = new Map();
  const others = [];
  for (const one of feature(coarse, coarse.objects.countries).features.filter(isDrawn)) {
    const code = codeOf(one.properties.name);
    if (code !== undefined && path.area(one) >= SMALL) shapes.set(code, path(one));
    else others.push(path(one));
  }
  const dots = new Map(Object.entries(points).map(([code, place]) => [code, projection(place)]));
  for (const one of feature(fine, fine.objects.countries).features.filter(isDrawn)) {
    const code = codeOf(one.properties.name);
    if (code !== undefined && !shapes.has(code) && !dots.has(code)) dots.set(code, path.centroid(one));
  }
  const round = (value) => Number(value.toFixed(1));
  const sorted = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const symbols = [
    `<g id="land">`,
    ...sorted(shapes).map(([code, d]) => `<path id="${code}" d="${d}"/>`),
    ...others.map((d) => `<path d="${d}"/>`),
    "</g>",
    ...sorted(dots).map(
      ([code, [x, y]]) => `<circle id="${code}" cx="${round(x)}" cy="${round(y)}" r="${DOT}"/>`,
    ),
  ];
  return {
    "public/world.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">\n<!-- Natural Earth, public domain. Made by scripts/world-map.js. -->\n<defs>\n${symbols.join("\n")}\n</defs>\n</svg>\n`,
    "src/web/features/jurisdictions/worldMap.ts": `/** What \`public/world.svg\` has. Made by scripts/world-map.js. */
export const worldMap = {
  width: ${WIDTH},
  height: ${HEIGHT},
  /** Codes of countries with a shape. */
  shapes:
    "${sorted(shapes)
      .map(([code]) => code)
      .join(" ")}",
  /** Codes of countries that are dots. */
  dots: "${sorted(dots)
    .map(([code]) => code)
    .join(" ")}",
} as const;
`,
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const [path, text] of Object.entries(await drawWorldMap())) {
    await writeFile(new URL(`../${path}`, import.meta.url), text);
  }
}
