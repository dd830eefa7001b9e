/**
 * A ClickHouse server reduced to its HTTP protocol, with an embedded engine of this process: no recent package of a
 * server can be installed here. Requests (text of the statement, settings and values in the URL, a compressed body)
 * are read as by a server, and results are sent as they are.
 */
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { createClient } from "@clickhouse/client";
import { cleanConnection } from "../../src/stores/clickhouse/cleanConnection";
import { startEmbeddedEngine } from "../../src/stores/clickhouse/embeddedEngine";

export interface ServedStatement {
  sql: string;
  /** Parameters of the address, settings among them. */
  settings: Readonly<Record<string, string>>;
}

const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Parameters of the URL that are not settings of a statement. */
const OF_THE_REQUEST = new Set(["query", "query_id", "session_id", "database", "compress", "role"]);
/** Settings read by the HTTP layer of a server. */
const OF_HTTP =
  /^(wait_end_of_query|send_progress_in_http_headers|http_|enable_http_compression|cancel_http)/;

/** Starts a server on a free port, over its own folder. */
export async function startClickHouseServer(folder: string) {
  const started = await startEmbeddedEngine(folder);
  const { createChdbConnection } = await import("chdb/connection");
  const open = () =>
    createClient({
      connection: cleanConnection(
        createChdbConnection({ path: folder }) as unknown as Parameters<typeof cleanConnection>[0],
      ),
    });
  const [client, ending] = [open(), open()];
  started();
  const statements: ServedStatement[] = [];

  async function answer(request: IncomingMessage): Promise<Uint8Array> {
    const { searchParams } = new URL(request.url ?? "/", "http://server");
    const sent = await buffer(request);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    const inAddress = searchParams.get("query");
    const sql = [inAddress ?? [], body.length === 0 ? [] : body.toString()].flat().join("\n");
    const settings: Record<string, string> = {};
    const values: Record<string, string> = {};
    for (const [name, value] of searchParams) {
      if (name.startsWith("param_")) values[name.slice(6)] = value;
      else if (!OF_THE_REQUEST.has(name)) settings[name] = value;
    }
    statements.push({ sql, settings });
    const own = Object.fromEntries(Object.entries(settings).filter(([name]) => !OF_HTTP.test(name)));
    // Values are escaped in the URL as in a file, and parsed by their type.
    const set = Object.entries(values).map(([name, value]) => `SET param_${name} = ${quoted(value)};\n`);
    const runs = /^\s*KILL/i.test(sql) ? ending : client;
    const { stream } = await runs.exec({ query: set.join("") + sql, clickhouse_settings: own });
    return buffer(stream);
  }

  const server = createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    if (request.url?.startsWith("/ping") === true) {
      response.end("Ok.\n");
      return;
    }
    answer(request).then(
      (bytes) => response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes),
      (error: Error & { code?: string }) => {
        const code = error.code ?? "0";
        const text = /^Code:/.test(error.message)
          ? error.message
          : `Code: ${code}. DB::Exception: ${error.message} (UNKNOWN)`;
        response
          .writeHead(500, { "x-clickhouse-exception-code": code, "content-type": "text/plain" })
          .end(text);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Received statements, in order. */
    statements,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([client.close(), ending.close()]);
    },
  };
}
