/**
 * The owner's end of the control socket. Receives commands while the server runs, since only the owner has
 * the embedded stores open. The socket is in the data folder and not accessible to other users.
 */

import { chmod } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { createInterface } from "node:readline";
import { DomainError, InvalidError } from "#domain/errors";
import { openConnections } from "../http/openConnections";
import { type ControlEvent, controlRequestSchema, STOP } from "./wire";

export type OperationRunner = (
  operation: string,
  input: unknown,
  report: (share: number, message: string) => void,
  /** Aborted to end the operation early. Default: never. */
  stop?: AbortSignal,
  /** Default: a command of this process. */
  command?: CommandOrigin,
) => Promise<unknown>;

/** The process that a command comes from. */
export interface CommandOrigin {
  /** Its settings that are not defaults. */
  settings: Readonly<Record<string, string>>;
  /** Operating system user who runs it. */
  user: string;
}

export interface ControlServer {
  /**
   * Listens on a path. Called again, listens there instead, for example after the socket file was deleted.
   */
  listen(socket: string): Promise<void>;
  close(): Promise<void>;
}

/** `runner` can be pending while the process starts; commands wait for it. */
export function createControlServer(runner: Promise<OperationRunner>): ControlServer {
  runner.catch(() => undefined); // Each waiting command reports the failure itself.
  const server = http.createServer(async (request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", connection: "close" });
    const send = (event: ControlEvent) => response.write(`${JSON.stringify(event)}\n`);
    try {
      const lines = createInterface({ input: request })[Symbol.asyncIterator]();
      const { value: line } = await lines.next();
      const { operation, input, settings, user } = controlRequestSchema.parse(JSON.parse(line ?? ""));
      const stopping = new AbortController();
      // If a command disconnects without stopping, as when its terminal is closed, the work continues.
      const heardMore = ({ value }: IteratorResult<string>) => {
        if (value === STOP) stopping.abort();
      };
      lines.next().then(heardMore, () => undefined);
      const run = await runner;
      const output = await run(
        operation,
        input,
        (share, message) => send({ type: "progress", share, message }),
        stopping.signal,
        { settings, user },
      );
      send({ type: "result", output });
    } catch (error) {
      send(errorEvent(error));
    }
    response.end();
  });
  // No timeout: a command such as an import of many gigabytes can take hours.
  server.requestTimeout = 0;
  const connections = openConnections(server);
  // Listeners are replaced with the socket file; connections belong to the one server.
  let listener: net.Server | null = null;
  return {
    listen: async (socket) => {
      // Closing removes the file at its path, so the old listener is closed before the new one is created.
      listener?.close();
      const next = net.createServer((connection) => server.emit("connection", connection));
      listener = next;
      await new Promise<void>((resolve, reject) => {
        next.once("error", reject);
        next.listen(socket, resolve);
      });
      await chmod(socket, 0o600);
    },
    close: async () => {
      listener?.close();
      await connections.closeAtRest();
    },
  };
}

function errorEvent(error: unknown): ControlEvent {
  if (error instanceof DomainError) {
    return {
      type: "error",
      kind: error.kind,
      message: error.message,
      ...(error instanceof InvalidError ? { problems: [...error.problems] } : {}),
    };
  }
  return {
    type: "error",
    kind: "unexpected",
    message: error instanceof Error ? error.message : String(error),
  };
}
