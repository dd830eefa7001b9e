/**
 * The market store: one ClickHouse client over either engine, the embedded one
 * (chdb, in this process) or a server. Same SQL, same parameter binding.
 */
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { UnavailableError } from "#domain";

export type SqlParameters = Record<string, unknown>;
export type Row = Record<string, unknown>;

export interface MarketStore {
  /** True for the in-process engine. */
  embedded: boolean;
  /** Rows as objects. 64-bit and larger integers arrive as text, so that no digit is lost. */
  rows<T = Row>(sql: string, parameters?: SqlParameters): Promise<T[]>;
  /** Rows as arrays, in column order: the cheapest shape for series. */
  compactRows<T extends unknown[] = unknown[]>(sql: string, parameters?: SqlParameters): Promise<T[]>;
  /** The engine's own text in any output format (CSV, Parquet …) as bytes. */
  bytes(sql: string, format: string, parameters?: SqlParameters): Promise<Uint8Array>;
  /** A statement without a result. */
  run(sql: string, parameters?: SqlParameters): Promise<void>;
  /** Inserts rows given as objects. An empty list does nothing. */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Inserts TabSeparated text, the fast way in for bulk data. `columns` names its columns in order. */
  insertTabSeparated(table: string, columns: readonly string[], text: string): Promise<void>;
  close(): Promise<void>;
}

export interface MarketStoreOptions {
  /** Address of a ClickHouse server; null opens the embedded engine in `folder`. */
  url: string | null;
  folder: string;
}

/** Sent with every statement: exact integers in JSON, bounded memory, and inserts that survive power loss. */
const settings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
  max_memory_usage: "6000000000",
  max_bytes_before_external_group_by: "2000000000",
} as const;

/**
 * Opens the market store and checks that it answers.
 * @throws UnavailableError when the server cannot be reached or the folder cannot be opened.
 */
export async function openMarketStore({ url, folder }: MarketStoreOptions): Promise<MarketStore> {
  const client =
    url === null ? await embeddedClient(folder) : createClient({ url, clickhouse_settings: settings });
  const store = wrap(client, url === null);
  try {
    await store.rows("SELECT 1");
  } catch (cause) {
    await client.close().catch(() => undefined);
    throw new UnavailableError(
      url === null
        ? `The embedded ClickHouse engine could not open ${folder}: ${messageOf(cause)}`
        : `ClickHouse does not answer at ${withoutPassword(url)}: ${messageOf(cause)}`,
      { cause },
    );
  }
  return store;
}

async function embeddedClient(folder: string): Promise<ClickHouseClient> {
  // Loaded on demand: with a server configured, the native engine is never mapped into memory.
  const { createChdbConnection } = await import("chdb/connection");
  // chdb is typed against its own copy of the client's settings; the contract is the same.
  const connection = createChdbConnection({ path: folder }) as unknown as ChdbAsClient;
  return createClient({ connection, clickhouse_settings: settings });
}

type ChdbAsClient = NonNullable<NonNullable<Parameters<typeof createClient>[0]>["connection"]>;

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  return parsed.href;
}

function wrap(client: ClickHouseClient, embedded: boolean): MarketStore {
  const query = (sql: string, format: "JSONEachRow" | "JSONCompactEachRow", parameters?: SqlParameters) =>
    client.query({ query: sql, format, query_params: parameters, clickhouse_settings: settings });
  return {
    embedded,
    rows: async <T>(sql: string, parameters?: SqlParameters) =>
      (await query(sql, "JSONEachRow", parameters)).json<T>(),
    compactRows: async <T extends unknown[]>(sql: string, parameters?: SqlParameters) =>
      (await query(sql, "JSONCompactEachRow", parameters)).json<T>(),
    bytes: async (sql, format, parameters) => {
      const { stream } = await client.exec({
        query: `${sql}\nFORMAT ${format}`,
        query_params: parameters,
        clickhouse_settings: settings,
      });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
    run: async (sql, parameters) => {
      await client.command({ query: sql, query_params: parameters, clickhouse_settings: settings });
    },
    insert: async (table, rows) => {
      if (rows.length === 0) return;
      await client.insert({ table, values: [...rows], format: "JSONEachRow", clickhouse_settings: settings });
    },
    insertTabSeparated: async (table, columns, text) => {
      if (text.length === 0) return;
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} (${columns.join(", ")}) FORMAT TabSeparated\n${text}`,
        clickhouse_settings: settings,
      });
      for await (const _ of stream);
    },
    close: () => client.close(),
  };
}
