import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type MarketStore, openMarketStore } from "#stores";

/**
 * Runs work on a CSV copy of a Parquet file: the embedded engine converts it row group by row group, and the copy
 * is read like any other file. A server cannot see our files, so with a server an embedded engine of our own does it.
 */
export async function withParquetAsCsv<T>(
  store: MarketStore,
  path: string,
  work: (csvPath: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-parquet-"));
  const engine = store.embedded
    ? store
    : await openMarketStore({ url: null, folder: join(folder, "engine") });
  try {
    const csvPath = join(folder, "rows.csv");
    await engine.run(
      `INSERT INTO FUNCTION file(${quote(csvPath)}, 'CSVWithNames') SELECT * FROM file(${quote(resolve(path))}, 'Parquet')
        SETTINGS format_csv_null_representation = '', date_time_output_format = 'iso', max_threads = 1`,
    );
    return await work(csvPath);
  } finally {
    if (engine !== store) await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
