/**
 * First load of five pages in a browser whose processor is slowed down four times: bytes, requests, largest
 * contentful paint, blocking time and layout shift. `--beside URL` measures the pages of another server, such as an
 * earlier version, in alternation.
 */
import { launchChromium } from "../support/chromium";
import { type FirstLoad, firstLoad } from "../support/firstLoad";
import { startProduct } from "../support/product";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { median } from "./interleave";
import { sampleFolder } from "./sampleMarket";

export const browser: Measure = {
  name: "browser",
  doc: "what a browser downloads and does on a first visit to five pages, on a processor four times slower",
  needsBuild: true,
  run: runBrowser,
};

const ADDRESSES = ["/", "/treasuries", "/assets/usdc", "/networks/ethereum", "/tokens"];
const SLOWDOWN = 4;
const ROUNDS = 9;

async function runBrowser(world: MeasureWorld): Promise<Comparison[]> {
  world.say("starts the product; the first start generates sample data");
  const product = await startProduct({ dataDir: sampleFolder(world) });
  const chromium = await launchChromium();
  try {
    const sides = world.beside === undefined ? [product.url] : [product.url, world.beside];
    const comparisons: Comparison[] = [];
    for (const address of ADDRESSES) {
      const loads: FirstLoad[][] = sides.map(() => []);
      // The first round fills the caches of the servers and is not counted.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const [at, side] of sides.entries()) {
          const load = await firstLoad(chromium, new URL(address, side).href, { slowdown: SLOWDOWN });
          if (round > 0) loads[at]?.push(load);
        }
      }
      const [ours = [], theirs] = loads;
      world.say(`${address.padEnd(20)} ${inWords(ours)}`);
      if (theirs !== undefined) {
        world.say(`${"beside".padStart(12).padEnd(20)} ${inWords(theirs)}`);
        comparisons.push(...compare(address, ours, theirs));
      }
    }
    return comparisons;
  } finally {
    await chromium.close();
    await product.stop();
  }
}

/** The median of each figure. */
function inWords(loads: readonly FirstLoad[]): string {
  const of = (figure: (load: FirstLoad) => number) => median(loads.map(figure));
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    `${kB(of((load) => load.scriptBytes))} in ${of((load) => load.scripts)} scripts`,
    `HTML ${kB(of((load) => load.htmlBytes))}`,
    `${of((load) => load.requests)} requests`,
    `largest paint ${of((load) => load.largestPaint).toFixed(0)} ms`,
    `blocking ${of((load) => load.blocking).toFixed(0)} ms`,
    `shift ${of((load) => load.shift).toFixed(3)}`,
  ].join(", ");
}

const compare = (address: string, ours: readonly FirstLoad[], theirs: readonly FirstLoad[]): Comparison[] =>
  (
    [
      ["blocking", (load: FirstLoad) => load.blocking],
      ["largest paint", (load: FirstLoad) => load.largestPaint],
    ] as const
  ).map(([what, figure]) =>
    comparisonOf(
      { measure: "browser", what: `${address}, ${what}`, unit: "ms", aim: null },
      { ours: ours.map(figure), theirs: theirs.map(figure) },
    ),
  );
