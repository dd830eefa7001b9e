import { mkdtemp, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type MarketStore, openMarketStore } from "#stores";
import { FileError } from "../staging/fileError";
import type { OpenedFile } from "./openFile";
import type { StageJob } from "./stageFile";

/** Runs work on the file as text: the file itself, or the text converted from a Parquet file. */
export async function withText<T>(
  store: MarketStore,
  file: OpenedFile,
  work: (text: StageJob["file"] & { size: number }) => Promise<T>,
): Promise<T> {
  if (file.form !== "parquet") return work({ ...file, form: file.form });
  if (file.gzip) throw new FileError("Gzipped Parquet files are not supported: unzip the file first");
  let converted = false;
  try {
    return await withParquetAsRows(store, file.path, async (path) => {
      converted = true;
      const { size } = await stat(path);
      return work({ path, size, gzip: false, form: "json-rows", encoding: "utf-8" });
    });
  } catch (cause) {
    if (converted || cause instanceof FileError) throw cause;
    throw new FileError(
      `Cannot read the Parquet file: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

/**
 * Runs work on a copy of a Parquet file as text: the names of the columns as a JSON array on the first line, then a
 * row on each. The embedded engine converts it row group by row group. A server cannot see our files, so with a
 * server an embedded engine of our own does it.
 *
 * The engine takes names as patterns (`*`, `?`, `{a,b}`, `::` for archives) and packing from their endings, so it
 * never sees the name of the file: only a link to it under a name of ours.
 */
async function withParquetAsRows<T>(
  store: MarketStore,
  path: string,
  work: (rowsPath: string) => Promise<T>,
): Promise<T> {
  return withParquet(store, path, async ({ run, parquet, folder }) => {
    const rowsPath = join(folder, "rows.json");
    await run((engine) =>
      engine.run(
        `INSERT INTO FUNCTION file(${quote(rowsPath)}, 'JSONCompactEachRowWithNames')
            SELECT * FROM file(${parquet}, 'Parquet')
            SETTINGS date_time_output_format = 'iso', output_format_json_quote_decimals = 1, max_threads = 1`,
      ),
    );
    return work(rowsPath);
  });
}

/** Rows times columns of a Parquet file, from its metadata. A small file can have billions. */
export const countParquetCells = (store: MarketStore, path: string): Promise<number> =>
  withParquet(store, path, ({ run, parquet }) =>
    run(async (engine) => {
      const [row] = await engine.compactRows<[string, string]>(
        `SELECT num_rows, num_columns FROM file(${parquet}, 'ParquetMetadata')`,
      );
      return Number(row?.[0] ?? 0) * Number(row?.[1] ?? 0);
    }),
  );

interface LinkedParquet {
  /** Runs work on an embedded engine, which is closed afterwards unless it is the store. */
  run: <T>(work: (engine: MarketStore) => Promise<T>) => Promise<T>;
  /** The file as SQL text. */
  parquet: string;
  /** Folder of the link, for files beside it. */
  folder: string;
}

async function withParquet<T>(
  store: MarketStore,
  path: string,
  work: (linked: LinkedParquet) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-parquet-"));
  try {
    requireLiteral(folder);
    const parquetPath = join(folder, "file.parquet");
    await symlink(resolve(path), parquetPath);
    const run: LinkedParquet["run"] = async (onEngine) => {
      if (store.embedded) return onEngine(store);
      const engine = await openMarketStore({ url: null, folder: join(folder, "engine") });
      try {
        return await onEngine(engine);
      } finally {
        await engine.close();
      }
    };
    return await work({ run, parquet: quote(parquetPath), folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Our own temporary folder is the one part of the name that is not ours. */
function requireLiteral(folder: string): void {
  if (!/[*?{}[\]]|::/.test(folder)) return;
  throw new FileError(
    `Parquet files are converted in ${tmpdir()}, whose name has wildcard characters: set TMPDIR to another folder`,
  );
}

const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
