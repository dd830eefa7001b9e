/**
 * The embedded ClickHouse engine. What it starts with can only be said in a configuration file, which lies in
 * the engine's folder: bounds of its caches, and that what was written is on the disk.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

const MEGABYTE = 1_048_576;

/**
 * Caches: by default up to half of the machine's memory each. The marks and keys of a market of a hundred
 * million rows fit in these.
 *
 * Disk: an insert is acknowledged, and parts that were merged are removed, only once the new part is on the
 * disk; by default the engine leaves that to the operating system, and a loss of power takes the last half
 * minute with it.
 *
 * Space: parts that were merged or replaced are removed within seconds, those that a killed process left too. By
 * default they stay for eight minutes, and a look for them comes half a minute after the start and then every five
 * minutes: sample data would take twice its space, and a start that is killed again and again would fill the disk.
 */
const configuration = {
  mark_cache_size: 64 * MEGABYTE,
  primary_index_cache_size: 64 * MEGABYTE,
  index_mark_cache_size: 8 * MEGABYTE,
  query_condition_cache_size: 16 * MEGABYTE,
  compiled_expression_cache_size: 16 * MEGABYTE,
  max_thread_pool_free_size: 16,
  // A dropped table's files go at once, not after eight minutes in which the process may have ended.
  database_atomic_delay_before_drop_table_sec: 0,
  merge_tree: {
    fsync_after_insert: 1,
    fsync_part_directory: 1,
    min_rows_to_fsync_after_merge: 1,
    min_compressed_bytes_to_fsync_after_merge: 1,
    old_parts_lifetime: 0,
    cleanup_delay_period: 1,
    cleanup_delay_period_random_add: 1,
    max_cleanup_delay_period: 5,
  },
} as const;

/**
 * The engine's allocator gives memory back after a second; by default it keeps what the largest query took for
 * five. Read when the engine's library is loaded, and never again.
 */
const ALLOCATOR = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0";

/**
 * Starts the engine on a folder, one per process; nothing of chdb may be loaded before. It runs while it has a
 * connection to the folder.
 * @returns what gives up this start's own connection, to be called once there is another; calling it again does nothing.
 */
export async function startEmbeddedEngine(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "engine.xml");
  await writeFile(`${file}.draft`, asXml(configuration));
  await rename(`${file}.draft`, file);
  process.env.JE_MALLOC_CONF ??= ALLOCATOR;
  const { Session } = await import("chdb");
  // Only a session takes arguments. Connections that come after it join the engine that it started.
  const session = new Session(folder, { connectionArgs: [`--config-file=${file}`] });
  return () => {
    if (session.open) session.close();
  };
}

interface Tree {
  readonly [name: string]: number | Tree;
}

function asXml(tree: Tree): string {
  const elements = (level: Tree): string =>
    Object.entries(level)
      .map(([name, value]) => `<${name}>${typeof value === "number" ? value : elements(value)}</${name}>`)
      .join("\n");
  return `<clickhouse>\n${elements(tree)}\n</clickhouse>\n`;
}
