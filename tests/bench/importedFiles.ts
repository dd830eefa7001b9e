/** Files to import: plausible values of real assets, with figures computed from their position in the file. */
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Catalog } from "#domain/catalog";
import type { MarketStore } from "#stores";

const LONG_VALUES = 2_000_000;
/** Rows of the other files, which only compare formats. */
const OTHER_VALUES = 1_000_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
/** About the value of each metric; a count has no decimals. */
const LEVELS: Readonly<Record<string, number>> = {
  price_dollar: 1,
  total_supply_token: 1_000_000,
  circulating_supply_token: 900_000,
  holding_addresses_count: 5_000,
  daily_transfer_volume_token: 10_000,
  daily_active_addresses_count: 300,
  daily_transfer_count: 400,
  daily_mints_token: 2_000,
  daily_burns_token: 1_000,
  apy_7_day_percent: 4,
};
const WIDE_METRICS = Object.keys(LEVELS);
const LONG_METRICS = WIDE_METRICS.slice(0, 5);
const WIDE_ROWS = OTHER_VALUES / WIDE_METRICS.length;

export interface ImportedFile {
  what: string;
  path: string;
  /** Rows of the file, without its header. */
  rows: number;
  values: number;
  mapping?: unknown;
  /** The engine's name of the format, and its columns. */
  format: string;
  columns: string;
  sortKey: string;
}

/** Writes the three files to `folder`. Existing files are reused. */
export async function makeFiles(
  store: MarketStore,
  catalog: Catalog,
  folder: string,
): Promise<ImportedFile[]> {
  await mkdir(folder, { recursive: true });
  const slugs = catalog.assets.map(({ slug }) => slug);
  const long = path.join(folder, "plausible-long.csv");
  const wide = path.join(folder, "plausible-wide.csv");
  const parquet = path.join(folder, "plausible-long.parquet");
  await makeOnce(long, (at) => pipeline(longLines(slugs), createWriteStream(at)));
  await makeOnce(wide, (at) => pipeline(wideLines(slugs), createWriteStream(at)));
  await makeOnce(parquet, (at) =>
    store.run(`INSERT INTO FUNCTION ${fileTable({ path: at, format: "Parquet", columns: LONG_COLUMNS })}
      SELECT * FROM ${fileTable({ path: long, format: "CSVWithNames", columns: LONG_COLUMNS })}
      LIMIT ${OTHER_VALUES}`),
  );
  const longForm = { columns: LONG_COLUMNS, sortKey: "entity, metric, date" };
  return [
    {
      what: "long CSV",
      path: long,
      rows: LONG_VALUES,
      values: LONG_VALUES,
      format: "CSVWithNames",
      ...longForm,
    },
    {
      what: `wide CSV of ${WIDE_METRICS.length} metrics`,
      path: wide,
      rows: WIDE_ROWS,
      values: OTHER_VALUES,
      format: "CSVWithNames",
      columns: `date Date, asset String, ${WIDE_METRICS.map((name) => `${name} Float64`).join(", ")}`,
      sortKey: "asset, date",
      mapping: {
        date: "date",
        entity: { column: "asset" },
        metrics: Object.fromEntries(WIDE_METRICS.map((name) => [name, name])),
      },
    },
    {
      what: "Parquet, long",
      path: parquet,
      rows: OTHER_VALUES,
      values: OTHER_VALUES,
      format: "Parquet",
      ...longForm,
    },
  ];
}

/** A file as a table of the engine. */
export const fileTable = ({ path: at, format, columns }: Pick<ImportedFile, "path" | "format" | "columns">) =>
  `file('${at.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}', '${format}', '${columns}')`;

const LONG_COLUMNS = "entity String, metric String, date Date, value Float64";

/** Writes under a temporary name first, so that a file under its final name is complete. */
async function makeOnce(at: string, make: (at: string) => Promise<void>): Promise<void> {
  if (existsSync(at)) return;
  await make(`${at}.part`);
  await rename(`${at}.part`, at);
}

/** A figure that differs by up to 2 % from others of its metric, with as many digits as vendors report. */
function valueAt(metric: string, place: number): string {
  const value = (LEVELS[metric] ?? 1) * (1 + ((place * 7919) % 9_999_991) / 9_999_991 / 50);
  return metric.endsWith("_count") ? value.toFixed(0) : value.toFixed(5);
}
const dateAt = (day: number) => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

function* longLines(slugs: readonly string[]): Generator<string> {
  yield "entity,metric,date,value\n";
  let rows = 0;
  for (let day = 0; rows < LONG_VALUES; day += 1) {
    const date = dateAt(day);
    let lines = "";
    for (const slug of slugs)
      for (const metric of LONG_METRICS) {
        if (rows < LONG_VALUES) lines += `${slug},${metric},${date},${valueAt(metric, rows)}\n`;
        rows += 1;
      }
    yield lines;
  }
}

function* wideLines(slugs: readonly string[]): Generator<string> {
  yield `date,asset,${WIDE_METRICS.join(",")}\n`;
  let rows = 0;
  for (let day = 0; rows < WIDE_ROWS; day += 1) {
    const date = dateAt(day);
    let lines = "";
    for (const slug of slugs) {
      const values = WIDE_METRICS.map((metric, at) => valueAt(metric, rows * WIDE_METRICS.length + at));
      if (rows < WIDE_ROWS) lines += `${date},${slug},${values.join(",")}\n`;
      rows += 1;
    }
    yield lines;
  }
}
