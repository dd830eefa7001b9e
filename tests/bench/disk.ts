/**
 * Cost of flushing rows to disk before they are acknowledged: an import of many rows, imports of one row each, and
 * sample data. The product's tables are compared with the same tables under the engine's default settings.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { clearSample, importFiles, loadCatalog, loadSample } from "#ingest";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { interleave, timed } from "./interleave";
import { readShippedCatalog, today } from "./sampleMarket";

export const disk: Measure = {
  name: "disk",
  doc: "imports and sample data against the same without waiting for the disk",
  needsBuild: false,
  run: runDisk,
};

const ROUNDS = 3;
const ROWS = 50_000;
const SMALL_FILES = 5;
const SAMPLE_ASSETS = 20;
const SAMPLE_DAYS = 200;

/** Table settings, which override those of the engine. */
const NOT_THROUGH = [
  "fsync_after_insert = 0",
  "fsync_part_directory = 0",
  "min_rows_to_fsync_after_merge = 0",
  "min_compressed_bytes_to_fsync_after_merge = 0",
];
const names = NOT_THROUGH.map((setting) => setting.split(" ")[0]).join(", ");

async function runDisk({ folder, say }: MeasureWorld) {
  const home = path.join(folder, "disk");
  const store = await openMarketStore({ url: null, folder: path.join(home, "market") });
  try {
    await migrateMarketStore(store);
    const shipped = await readShippedCatalog();
    await loadCatalog(store, shipped);
    const large = path.join(home, "large.csv");
    await writeFile(large, csv(shipped, ROWS));
    const small = Array.from({ length: SMALL_FILES }, (_, i) => path.join(home, `small-${i}.csv`));
    for (const [i, file] of small.entries()) await writeFile(file, csv(shipped, 1, i + 1));
    const first = new Set(shipped.assets.slice(0, SAMPLE_ASSETS).map(({ slug }) => slug));
    const few = indexCatalog({
      ...shipped,
      assets: shipped.assets.filter(({ slug }) => first.has(slug)),
      tokens: shipped.tokens.filter(({ asset }) => first.has(asset)),
    });
    const work: readonly [string, () => Promise<unknown>][] = [
      [
        `import of ${ROWS.toLocaleString("en")} rows`,
        () => importFiles(store, shipped, { files: [large], today: today() }),
      ],
      [
        `${SMALL_FILES} imports of one row`,
        async () => {
          for (const file of small) await importFiles(store, shipped, { files: [file], today: today() });
        },
      ],
      [
        `sample data of ${SAMPLE_ASSETS} assets`,
        () => loadSample(store, few, { today: today(), days: SAMPLE_DAYS }),
      ],
    ];
    const comparisons = [];
    for (const [what, run] of work) {
      say(what);
      const times = await interleave(ROUNDS, {
        through: async () => {
          await forget(store, `RESET SETTING ${names}`);
          return timed(run)();
        },
        not: async () => {
          await forget(store, `MODIFY SETTING ${NOT_THROUGH.join(", ")}`);
          return timed(run)();
        },
      });
      comparisons.push(
        comparisonOf(
          { measure: "disk", what, unit: "ms", aim: null },
          { ours: times.through, theirs: times.not },
        ),
      );
    }
    return comparisons;
  } finally {
    await store.close();
  }
}

/** Empties the market and changes the settings of all of its tables. */
async function forget(store: MarketStore, change: string): Promise<void> {
  await clearSample(store, { today: today() });
  const tables = await store.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'ReplacingMergeTree'`,
  );
  for (const { name } of tables) {
    if (name !== "settings") await store.run(`TRUNCATE TABLE ${name}`);
    await store.run(`ALTER TABLE ${name} MODIFY SETTING ${NOT_THROUGH.join(", ")}`);
    await store.run(`ALTER TABLE ${name} ${change}`);
  }
}

function csv({ assets }: Catalog, rows: number, from = 0): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = new Date(Date.UTC(2022, 0, 1) + Math.floor(i / assets.length) * 86_400_000);
    const { slug } = assets[i % assets.length] ?? { slug: "" };
    return `${slug},price_dollar,${day.toISOString().slice(0, 10)},${1 + ((i + from) % 977) / 1000}\n`;
  });
  return `entity,metric,date,value\n${lines.join("")}`;
}
