/**
 * Overhead of an import over reading a file: validation of every row, quarantine, comparison with stored rows and
 * derivation of daily metrics. The baseline is the engine reading the same file into a table.
 */
import path from "node:path";
import type { Catalog } from "#domain/catalog";
import { importFiles, loadCatalog } from "#ingest";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { fileTable, type ImportedFile, makeFiles } from "./importedFiles";
import { interleave, median, timed } from "./interleave";
import { readShippedCatalog, today } from "./sampleMarket";

export const importing: Measure = {
  name: "import",
  doc: "values per second of an import against the engine reading the same file into a table",
  needsBuild: false,
  run: runImport,
};

const ROUNDS = 3;
/** Long values per second until they are stored. */
const AIM = 1_000_000;

async function runImport({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const home = path.join(folder, "import");
  const store = await openMarketStore({ url: null, folder: path.join(home, "market") });
  try {
    await migrateMarketStore(store);
    const catalog = await readShippedCatalog();
    await loadCatalog(store, catalog);
    const files = await makeFiles(store, catalog, home);
    const comparisons: Comparison[] = [];
    for (const file of files) {
      say(file.what);
      comparisons.push(...(await compare(store, catalog, file)));
    }
    await forgetAll(store);
    return comparisons;
  } finally {
    await store.close();
  }
}

async function compare(store: MarketStore, catalog: Catalog, file: ImportedFile): Promise<Comparison[]> {
  const taken: number[] = [];
  const used: number[] = [];
  let derived = 0;
  let steps = "";
  const ours = timed(async () => {
    const start = process.cpuUsage();
    const { watched, describe } = watchSteps(store, () => {
      const { user, system } = process.cpuUsage(start);
      used.push((user + system) / 1_000_000);
    });
    const report = await importFiles(watched, catalog, {
      files: [file.path],
      mapping: file.mapping,
      today: today(),
    });
    const [read] = report.files;
    if (read?.valuesAccepted !== file.values || read.valuesUnchanged > 0 || read.warnings.length > 0)
      throw new Error(`${file.what} was not imported as it should: ${JSON.stringify(read)}`);
    taken.push(read.milliseconds);
    steps = describe(read.milliseconds);
    derived = report.derived.rows;
  });
  const theirs = timed(() => store.run(`INSERT INTO bench_rows SELECT * FROM ${fileTable(file)}`));
  const times = await interleave(ROUNDS, {
    import: async () => {
      await forgetAll(store);
      return ours();
    },
    engine: async () => {
      await store.run("DROP TABLE IF EXISTS bench_rows SYNC");
      await store.run(
        `CREATE TABLE bench_rows (${file.columns}) ENGINE = MergeTree ORDER BY (${file.sortKey})`,
      );
      return theirs();
    },
  });
  await store.run("DROP TABLE IF EXISTS bench_rows SYNC");
  const rates = (milliseconds: readonly number[]) => milliseconds.map((ms) => (file.values / ms) * 1000);
  const row = (what: string, milliseconds: readonly number[], note: string) =>
    comparisonOf(
      { measure: "import", what: `${file.what}, ${what}`, unit: "values/s", aim: null, note },
      { ours: rates(milliseconds), theirs: rates(times.engine) },
    );
  const processor = `${median(used).toFixed(1)} s of processor time`;
  const beside = {
    measure: "import",
    what: `${file.what}, until stored, beside its aim`,
    unit: "values/s",
    aim: { atLeast: 1 },
    note: "",
  };
  return [
    row(
      "until stored",
      taken,
      `${millions(file.values)} values in ${millions(file.rows)} rows, ${processor}: ${steps}`,
    ),
    ...(file.what === "long CSV" ? [comparisonOf(beside, { ours: rates(taken), theirs: [AIM] })] : []),
    row("until derived", times.import, `${millions(derived)} daily rows`),
  ];
}

/** Statements with which a step of an import begins. The first step reads and validates rows. */
const STEPS = [
  { step: "checks", begins: /max\(is_same\) AS repeated/ },
  { step: "storing", begins: /min\(date\) AS first, max\(date\) AS last/ },
] as const;

/**
 * A store that notes when the steps of an import begin.
 * @param onStored called when the values are stored
 */
function watchSteps(store: MarketStore, onStored: () => void) {
  const start = performance.now();
  const startOf = new Map<string, number>();
  const watched: MarketStore = {
    ...store,
    run: (sql, parameters) => {
      // The staged values are no longer needed.
      if (/^DROP TABLE IF EXISTS scratch_import_/.test(sql)) onStored();
      return store.run(sql, parameters);
    },
    rows: (sql, parameters) => {
      const step = STEPS.find(({ begins }) => begins.test(sql))?.step;
      if (step !== undefined && !startOf.has(step)) startOf.set(step, performance.now() - start);
      return store.rows(sql, parameters);
    },
  };
  return {
    watched,
    /** @param milliseconds until the values were stored */
    describe: (milliseconds: number): string => {
      const checks = startOf.get("checks") ?? milliseconds;
      const storing = startOf.get("storing") ?? milliseconds;
      const share = (part: number) => `${Math.round((100 * part) / milliseconds)} %`;
      return `reading ${share(checks)}, checks ${share(storing - checks)}, storing ${share(milliseconds - storing)}`;
    },
  };
}

const millions = (count: number) => `${(count / 1e6).toFixed(1)} M`;

/** Empties the facts: importing the same file again would change nothing. */
async function forgetAll(store: MarketStore): Promise<void> {
  for (const table of [
    "observations",
    "daily_metrics",
    "entity_metrics",
    "dirty_assets",
    "observed_series",
    "sources",
    "quarantine",
  ])
    await store.run(`TRUNCATE TABLE ${table}`);
}
