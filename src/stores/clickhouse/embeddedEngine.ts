/**
 * The embedded ClickHouse engine. Cache limits and durability can only be set in a configuration file, which
 * is in the engine's folder.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

const MEGABYTE = 1_048_576;

/**
 * Caches: by default each can use up to half of the machine's memory. The marks and keys of a market of a
 * hundred million rows fit in these.
 *
 * Disk: an insert is acknowledged, and merged parts are removed, only once the new part is on disk. By
 * default the engine leaves that to the operating system, and a loss of power loses the last half minute.
 *
 * Space: merged or replaced parts are removed within seconds, including those of a killed process. By default
 * they remain for eight minutes, and the check runs half a minute after the start and then every five
 * minutes: sample data would take twice its space, and repeatedly killed starts would fill the disk.
 */
const configuration = {
  mark_cache_size: 64 * MEGABYTE,
  primary_index_cache_size: 64 * MEGABYTE,
  index_mark_cache_size: 8 * MEGABYTE,
  query_condition_cache_size: 16 * MEGABYTE,
  compiled_expression_cache_size: 16 * MEGABYTE,
  max_thread_pool_free_size: 16,
  // Files of a dropped table are removed at once, not after eight minutes, before which the process may have
  // ended.
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
 * The engine's allocator returns memory after a second; by default it retains the memory of the largest query
 * for five. Read once, when the engine's library is loaded.
 */
const ALLOCATOR = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0";

/**
 * Starts the engine on a folder. Once per process, before anything else of chdb is loaded. The engine runs
 * while it has a connection to the folder.
 * @returns closes the connection of this start, to be called once there is another; idempotent
 */
export async function startEmbeddedEngine(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "engine.xml");
  await writeFile(`${file}.draft`, asXml(configuration));
  await rename(`${file}.draft`, file);
  process.env.JE_MALLOC_CONF ??= ALLOCATOR;
  const { Session } = await import("chdb");
  // Only a session accepts arguments. Later connections join the engine that it started.
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
