import http, { type ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import type { ErrorBody } from "#domain/api";
import { refuseMalformed } from "./refuseMalformed";

export type FetchHandler = (request: Request, env?: object) => Response | Promise<Response>;

/** The API accepts URLs of 65,536 characters, which count as a header; Node's default limit is 16,384. */
const MAX_HEADER_BYTES = 98_304;

/** Idle timeout of a connection in both directions: the client does not read the response. */
const SILENT_MS = 60_000;

/**
 * Many clients read a response only after sending the complete request, so the rest of it is read for this
 * long.
 */
const UNREAD_MS = 500;

/**
 * A server that also reports malformed requests in the format of API errors, with causes only in the log, and
 * announces when it closes a connection.
 *
 * @param handler called per request, returns the current handler
 */
export function createHttpServer(handler: () => FetchHandler, log: Pick<Logger, "error">): http.Server {
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env;
      const isSupported = incoming.httpVersionMajor === 1;
      const response = isSupported
        ? await handler()(request, env)
        : refusal(505, "Only HTTP/1.1 and HTTP/1.0 are supported.");
      if (!incoming.complete) await dropUnread(incoming);
      // The rest of such a request cannot be distinguished from the next one.
      if (!incoming.complete && !outgoing.headersSent) outgoing.setHeader("connection", "close");
      return response;
    },
    { errorHandler: (error) => refusalOf(error, log) },
  );
  const server = http.createServer(
    // Node's own response to a request without a Host header has an empty body.
    { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    listener,
  );
  server.timeout = SILENT_MS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    refuseMalformed(error, socket, MAX_HEADER_BYTES),
  );
  server.on("checkExpectation", (_, outgoing: ServerResponse) => {
    const error: ErrorBody = { message: "Only 100-continue is supported in the Expect header." };
    const body = Buffer.from(JSON.stringify(error));
    outgoing.writeHead(417, { ...refusalHeaders, "content-length": body.length }).end(body);
  });
  return server;
}

const refusalHeaders = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  connection: "close",
};

function refusal(status: number, message: string): Response {
  return Response.json({ message } satisfies ErrorBody, { status, headers: refusalHeaders });
}

/** Reads and discards the rest of a request for a moment. */
async function dropUnread(incoming: Readable): Promise<void> {
  // Readers that have stopped would block the rest.
  incoming.removeAllListeners("data");
  incoming.resume();
  await finished(incoming, { signal: AbortSignal.timeout(UNREAD_MS), cleanup: true }).catch(() => undefined);
}

/** The response to a malformed request or an unexpected error. */
function refusalOf(error: unknown, log: Pick<Logger, "error">): Response {
  if (error instanceof RequestError) {
    return refusal(400, "The URL or Host header of this request is invalid.");
  }
  log.error({ err: error }, "A request failed");
  return refusal(500, "Something went wrong on our side. Please try again.");
}
