/**
 * The market store: one ClickHouse client over either engine, the embedded one
 * (chdb, in this process) or a server. Same SQL, same parameter binding.
 */
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { UnavailableError } from "#domain";
import { type Connection, cleanConnection } from "./cleanConnection";
import { startEmbeddedEngine } from "./embeddedEngine";
import { EngineTime, embeddedClock, serverClock } from "./engineTime";
import { resultBytes } from "./resultBytes";
import { type StatementTimes, statementLimits } from "./statementLimits";
import { compiledWhenCommon, resultSettings, statementReader, writtenAtOnce } from "./statementReader";
import { visitorReader } from "./visitorReader";
import { wellFormedJson } from "./wellFormedJson";
import { type ResultFile, writeResultFile } from "./writeResultFile";

export type SqlParameters = Record<string, unknown>;
export type Row = Record<string, unknown>;

export interface WrittenRow<T> {
  /** All columns but the last. */
  values: T;
  /** JSON of the last column. */
  written: string;
}

/** Reads from the market store. */
export interface StatementReader {
  /** Rows as objects. 64-bit and larger integers arrive as text, so that no digit is lost. */
  rows<T = Row>(sql: string, parameters?: SqlParameters): Promise<T[]>;
  /** Rows as arrays, in column order: the cheapest shape for series. */
  compactRows<T extends unknown[] = unknown[]>(sql: string, parameters?: SqlParameters): Promise<T[]>;
  /** Rows as arrays, of whose columns the last is left as the JSON that the engine wrote: what is passed on is not read. */
  writtenRows<T extends unknown[] = unknown[]>(
    sql: string,
    parameters?: SqlParameters,
  ): Promise<WrittenRow<T>[]>;
  /** The engine's own text in any output format (CSV, Parquet …) as bytes. */
  bytes(sql: string, format: string, parameters?: SqlParameters): Promise<Uint8Array>;
}

/**
 * Table → the condition that its rows must meet to be read, whatever the statement says of them. Conditions are made
 * of columns and numbers alone: no value that somebody sent is ever part of one.
 */
export type TableConditions = Readonly<Record<string, string>>;

/** Reads that can be held to a part of the rows. */
export interface NarrowableReader extends StatementReader {
  /** The same reader, for which tables hold only the rows that meet a condition. */
  within(conditions: TableConditions): StatementReader;
}

export interface MarketStore extends StatementReader {
  /** True for the in-process engine. */
  embedded: boolean;
  /**
   * Reads for visitors: each statement within `statementLimits`, in fair turns, and ended when nobody waits for it.
   * @throws TimeoutError, UnprocessableError beyond the bounds; UnavailableError where too many wait; CancelledError
   */
  visitors: NarrowableReader;
  /** A statement without a result. */
  run(sql: string, parameters?: SqlParameters): Promise<void>;
  /** Inserts rows given as objects. An empty list does nothing. */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Inserts TabSeparated text, the fast way in for bulk data. `columns` names its columns in order. */
  insertTabSeparated(table: string, columns: readonly string[], text: string): Promise<void>;
  /** Writes the result of a SELECT to a file, beside other statements and however large it is. Answers its rows. */
  writeFile(file: ResultFile): Promise<number>;
  close(): Promise<void>;
}

export interface MarketStoreOptions {
  /** Address of a ClickHouse server; null opens the embedded engine in `folder`. */
  url: string | null;
  folder: string;
  /** How long statements of visitors may take. Default: `statementLimits`. */
  times?: StatementTimes;
}

/**
 * A connection for each statement of visitors that runs at once. The embedded engine has two: most of a small statement
 * is its plan, which takes one core. All those to a server are one client, which sends several at once.
 */
function readers(open: () => ClickHouseClient, embedded: boolean): ClickHouseClient[] {
  if (embedded) return [open(), open()];
  const client = open();
  return Array.from({ length: 16 }, () => client);
}

/** Memory of imports and derivations. What inserts survive: embeddedEngine.ts. */
const settings = {
  ...resultSettings,
  ...writtenAtOnce,
  ...compiledWhenCommon,
  max_memory_usage: "6000000000",
  max_bytes_before_external_group_by: "2000000000",
} as const;

/** How rows are written that are inserted. */
const json = { stringify: wellFormedJson };

/**
 * Opens the market store and checks that it answers.
 * @throws UnavailableError when the server cannot be reached or the folder cannot be opened.
 */
export async function openMarketStore({
  url,
  folder,
  times = statementLimits,
}: MarketStoreOptions): Promise<MarketStore> {
  const open = url === null ? await embeddedClients(folder) : () => createClient({ url, json });
  const client = open();
  // The engine keeps settings with a connection, and a connection runs one statement at a time: visitors have their
  // own, so that their bounds are not those of an import, and what ends their statements does not wait behind them.
  const reading = readers(open, url === null);
  const ending = open();
  const engineTime = new EngineTime(url === null ? embeddedClock() : serverClock(ending));
  const store: MarketStore = {
    ...wrap(client, engineTime, url === null),
    visitors: visitorReader({ reading, ending, times, engineTime }),
    writeFile: async (file) => {
      // A connection of its own: a connection runs one statement at a time, and this one may take minutes.
      const writing = open();
      try {
        return await engineTime.measure(undefined, () =>
          writeResultFile({ writing, ending, embedded: url === null }, file),
        );
      } finally {
        await writing.close();
      }
    },
    close: async () => {
      await Promise.all([...new Set([client, ...reading, ending])].map((one) => one.close()));
    },
  };
  try {
    await store.rows("SELECT 1");
  } catch (cause) {
    await store.close().catch(() => undefined);
    throw new UnavailableError(
      url === null
        ? `The embedded ClickHouse engine could not open ${folder}: ${messageOf(cause)}`
        : `ClickHouse is not responding at ${withoutPassword(url)}: ${messageOf(cause)}`,
      { cause },
    );
  }
  return store;
}

async function embeddedClients(folder: string): Promise<() => ClickHouseClient> {
  // Loaded on demand: with a server configured, the native engine is never mapped into memory.
  const started = await startEmbeddedEngine(folder);
  const { createChdbConnection } = await import("chdb/connection");
  return () => {
    // chdb is typed against its own copy of the client's settings; the contract is the same.
    const connection = createChdbConnection({ path: folder }) as unknown as Connection;
    started();
    return createClient({ connection: cleanConnection(connection), json });
  };
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  return parsed.href;
}

function wrap(
  client: ClickHouseClient,
  engineTime: EngineTime,
  embedded: boolean,
): Omit<MarketStore, "visitors" | "writeFile" | "close"> {
  // Their share is not charged to visitors whose statements run beside them.
  const measured = <T>(run: () => Promise<T>) => engineTime.measure(undefined, run);
  return {
    embedded,
    ...statementReader((sql, format, parameters) =>
      measured(async () => {
        const { stream } = await client.exec({
          query: `${sql}\nFORMAT ${format}`,
          query_params: parameters,
          clickhouse_settings: settings,
        });
        return resultBytes(stream);
      }),
    ),
    run: (sql, parameters) =>
      measured(async () => {
        await client.command({ query: sql, query_params: parameters, clickhouse_settings: settings });
      }),
    insert: async (table, rows) => {
      if (rows.length === 0) return;
      const values = [...rows];
      await measured(() =>
        client.insert({ table, values, format: "JSONEachRow", clickhouse_settings: settings }),
      );
    },
    insertTabSeparated: async (table, columns, text) => {
      if (text.length === 0) return;
      await measured(async () => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columns.join(", ")}) FORMAT TabSeparated\n${text}`,
          clickhouse_settings: settings,
        });
        for await (const _ of stream);
      });
    },
  };
}
