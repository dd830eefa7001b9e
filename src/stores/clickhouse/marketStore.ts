/**
 * The market store: one ClickHouse client for either engine, embedded (chdb, in this process) or a server.
 * SQL and parameter binding are the same.
 */
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { UnavailableError } from "#domain/errors";
import { type Connection, cleanConnection } from "./cleanConnection";
import { startEmbeddedEngine } from "./embeddedEngine";
import { EngineTime, embeddedClock, serverClock } from "./engineTime";
import { type InsertedColumn, insertColumns } from "./insertedColumns";
import { type DatedRead, tableFilters } from "./publication";
import { resultBytes, type StatementTimes, statementLimits } from "./statementLimits";
import { compiledWhenCommon, resultSettings, statementReader, writtenAtOnce } from "./statementReader";
import { visitorReader } from "./visitorReader";
import { type ResultFile, writeResultFile } from "./writeResultFile";

/** A lone surrogate as JSON writes it. Text that only looks like one costs a second pass. */
const HALF = /\\ud[89a-f]/;

/**
 * Serializes JSON for the engine, which rejects lone surrogates and all rows inserted with them: they become
 * U+FFFD, as in all other output.
 */
function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!HALF.test(json)) return json;
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}

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
  /** Rows as objects. Integers of 64 bits and more are strings, so that no digit is lost. */
  rows<T = Row>(sql: string, parameters?: SqlParameters): Promise<T[]>;
  /** Rows as arrays, in column order: the cheapest format for series. */
  compactRows<T extends unknown[] = unknown[]>(sql: string, parameters?: SqlParameters): Promise<T[]>;
  /** Rows as arrays whose last column is the engine's JSON, unparsed, for passing on. */
  writtenRows<T extends unknown[] = unknown[]>(
    sql: string,
    parameters?: SqlParameters,
  ): Promise<WrittenRow<T>[]>;
  /** The engine's own output in any format (CSV, Parquet …) as bytes. */
  bytes(sql: string, format: string, parameters?: SqlParameters): Promise<Uint8Array>;
}

/**
 * Table → condition that its rows must meet to be read, whatever the statement. Conditions consist of columns
 * and numbers only, never of user input.
 */
export type TableConditions = Readonly<Record<string, string>>;

/** A reader that can be limited to part of the rows. */
export interface NarrowableReader extends StatementReader {
  /**
   * The same reader, limited to rows that meet the condition of their table.
   * @param dated the publication to read. Default: the latest
   */
  within(conditions: TableConditions, dated?: DatedRead | null): StatementReader;
}

export interface MarketStore extends StatementReader {
  /** True for the in-process engine. */
  embedded: boolean;
  /**
   * Reads for visitors: each statement within `statementLimits`, fairly queued, and aborted when its visitor
   * disconnects.
   * @throws TimeoutError, UnprocessableError beyond the limits; UnavailableError if the queue is full;
   * CancelledError
   */
  visitors: NarrowableReader;
  /** Runs a statement without a result. */
  run(sql: string, parameters?: SqlParameters): Promise<void>;
  /** Inserts rows given as objects. No effect for an empty list. */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Inserts TabSeparated text, which is fast for bulk data. `columns` lists its columns in order. */
  insertTabSeparated(table: string, columns: readonly string[], text: string): Promise<void>;
  /** Inserts rows given as columns of numbers, several times as fast as text. No effect without rows. */
  insertColumns(table: string, columns: readonly InsertedColumn[]): Promise<void>;
  /**
   * Restricts every later statement to the rows that meet the condition of their table: those that are published
   * (publication.ts). It replaces earlier conditions.
   */
  restrict(published: TableConditions): void;
  /** The same store, whose statements read the rows that meet these conditions instead of those of `restrict`. */
  seeing(conditions: TableConditions): MarketStore;
  /**
   * Writes the result of a SELECT of any size to a file, concurrently with other statements. Returns the
   * number of rows.
   */
  writeFile(file: ResultFile): Promise<number>;
  close(): Promise<void>;
}

export interface MarketStoreOptions {
  /** URL of a ClickHouse server; null opens the embedded engine in `folder`. */
  url: string | null;
  folder: string;
  /** Time limits of visitors' statements. Default: `statementLimits`. */
  times?: StatementTimes;
}

/**
 * Connections for concurrent statements of visitors, one each. The embedded engine has two, since most of the
 * time of a small statement is planning, which uses one core. A server has one client, which sends statements
 * concurrently.
 */
function readers(open: () => ClickHouseClient, embedded: boolean): ClickHouseClient[] {
  if (embedded) return [open(), open()];
  const client = open();
  return Array.from({ length: 16 }, () => client);
}

/** Limits of imports and derivations. For the durability of inserts see embeddedEngine.ts. */
const settings = {
  ...resultSettings,
  ...writtenAtOnce,
  ...compiledWhenCommon,
  max_memory_usage: "6000000000",
  max_bytes_before_external_group_by: "2000000000",
  // Partitions are years.
  max_partitions_per_insert_block: "0",
} as const;

/** Serialization of inserted rows. */
const json = { stringify: wellFormedJson };

/**
 * Opens the market store and checks that it responds.
 * @throws UnavailableError when the server cannot be reached or the folder cannot be opened
 */
export async function openMarketStore({
  url,
  folder,
  times = statementLimits,
}: MarketStoreOptions): Promise<MarketStore> {
  const open = url === null ? await embeddedClients(folder) : () => createClient({ url, json });
  const client = open();
  // Settings belong to a connection, which runs one statement at a time. Visitors therefore have connections
  // of their own, apart from the limits of imports, and another one for killing statements.
  const reading = readers(open, url === null);
  const ending = open();
  const engineTime = new EngineTime(url === null ? embeddedClock() : serverClock(ending));
  let published: TableConditions = {};
  const store: MarketStore = {
    ...wrap(client, { engineTime, embedded: url === null, conditions: () => published }),
    restrict: (conditions) => {
      published = conditions;
    },
    seeing: (conditions) => ({
      ...store,
      ...wrap(client, { engineTime, embedded: url === null, conditions: () => conditions }),
    }),
    visitors: visitorReader({ reading, ending, times, engineTime, published: () => published }),
    writeFile: async (file) => {
      // A separate connection, since this statement can take minutes.
      const writing = open();
      try {
        return await engineTime.measure(undefined, () =>
          writeResultFile({ writing, ending, embedded: url === null, published }, file),
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

interface Wrapped {
  engineTime: EngineTime;
  embedded: boolean;
  /** Conditions on the rows that statements read. */
  conditions: () => TableConditions;
}

function wrap(
  client: ClickHouseClient,
  { engineTime, embedded, conditions }: Wrapped,
): Pick<
  MarketStore,
  "embedded" | "run" | "insert" | "insertTabSeparated" | "insertColumns" | keyof StatementReader
> {
  const reading = () => ({
    ...settings,
    additional_table_filters: tableFilters(conditions()),
  });
  // Measured so that their share is not charged to visitors' concurrent statements.
  const measured = <T>(run: () => Promise<T>) => engineTime.measure(undefined, run);
  return {
    embedded,
    ...statementReader((sql, format, parameters) =>
      measured(async () => {
        const { stream } = await client.exec({
          query: `${sql}\nFORMAT ${format}`,
          query_params: parameters,
          clickhouse_settings: reading(),
        });
        return resultBytes(stream);
      }),
    ),
    run: (sql, parameters) =>
      measured(async () => {
        await client.command({ query: sql, query_params: parameters, clickhouse_settings: reading() });
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
    insertColumns: async (table, columns) => {
      if (columns.every(({ values }) => values.length === 0)) return;
      await measured(() => insertColumns(client, { table, columns, embedded, settings }));
    },
  };
}
