import http, { type ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import type { ErrorBody } from "#domain";
import { refuseMalformed } from "./refuseMalformed";

export type FetchHandler = (request: Request, env?: object) => Response | Promise<Response>;

/** The API takes addresses of 65,536 characters, which count as a header; Node's default is a quarter of that. */
const MAX_HEADER_BYTES = 98_304;

/** A connection over which nothing goes either way for so long ends: whoever asked does not read the answer. */
const SILENT_MS = 60_000;

/** Many clients read an answer only once their request is sent whole: what is left of it is waited for so long. */
const UNREAD_MS = 500;

/**
 * A server that answers in the shape of the API's errors also what never becomes a request, with causes in the
 * log alone, and that says so where it closes a connection.
 *
 * @param handler asked with each request for what answers it
 */
export function createHttpServer(handler: () => FetchHandler, log: Pick<Logger, "error">): http.Server {
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env;
      const isSupported = incoming.httpVersionMajor === 1;
      const answer = isSupported
        ? await handler()(request, env)
        : refusal(505, "Only HTTP/1.1 and HTTP/1.0 are supported.");
      if (!incoming.complete) await dropUnread(incoming);
      // The rest of such a request cannot be told apart from the next one.
      if (!incoming.complete && !outgoing.headersSent) outgoing.setHeader("connection", "close");
      return answer;
    },
    { errorHandler: (error) => refusalOf(error, log) },
  );
  const server = http.createServer(
    // Node's own answer to a request without a Host header is an empty one.
    { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    listener,
  );
  server.timeout = SILENT_MS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    refuseMalformed(error, socket, MAX_HEADER_BYTES),
  );
  server.on("checkExpectation", (_, outgoing: ServerResponse) => {
    const told: ErrorBody = { message: "Only 100-continue is supported in the Expect header." };
    const body = Buffer.from(JSON.stringify(told));
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

/** Reads on for a moment what a request brings that is not wanted any more. */
async function dropUnread(incoming: Readable): Promise<void> {
  // Whatever began to read it has stopped, and would hold the rest back.
  incoming.removeAllListeners("data");
  incoming.resume();
  await finished(incoming, { signal: AbortSignal.timeout(UNREAD_MS), cleanup: true }).catch(() => undefined);
}

/** What is told of a request that could not be read as one, or that nothing foresaw to fail. */
function refusalOf(error: unknown, log: Pick<Logger, "error">): Response {
  if (error instanceof RequestError) {
    return refusal(400, "The URL or Host header of this request is invalid.");
  }
  log.error({ err: error }, "A request failed");
  return refusal(500, "Something went wrong on our side. Please try again.");
}
