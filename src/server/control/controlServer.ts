/**
 * The owner's end of the control socket. Commands typed while the server runs
 * arrive here, since only the owner has the embedded stores open. The socket
 * lies in the data folder and is closed to other users of the machine.
 */

import { chmod } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { createInterface } from "node:readline";
import { DomainError, InvalidError } from "#domain";
import { openConnections } from "../http/openConnections";
import { type ControlEvent, controlRequestSchema, STOP } from "./wire";

export type OperationRunner = (
  operation: string,
  input: unknown,
  report: (share: number, message: string) => void,
  /** Given once it should end. Default: never. */
  stop?: AbortSignal,
  /** Default: a command of this process. */
  command?: CommandOrigin,
) => Promise<unknown>;

/** The process that a command comes from. */
export interface CommandOrigin {
  /** Its settings that are not defaults. */
  settings: Readonly<Record<string, string>>;
  /** Operating system's user who runs it. */
  user: string;
}

export interface ControlServer {
  /** Listens on a path; called again, on that one instead, as when the file of the first was deleted. */
  listen(socket: string): Promise<void>;
  close(): Promise<void>;
}

/** `runner` may still be pending while the process starts; commands wait for it. */
export function createControlServer(runner: Promise<OperationRunner>): ControlServer {
  runner.catch(() => undefined); // Each waiting command reports the failure itself.
  const server = http.createServer(async (request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", connection: "close" });
    const send = (event: ControlEvent) => response.write(`${JSON.stringify(event)}\n`);
    try {
      const lines = createInterface({ input: request })[Symbol.asyncIterator]();
      const { value: asked } = await lines.next();
      const { operation, input, settings, user } = controlRequestSchema.parse(JSON.parse(asked ?? ""));
      const stopping = new AbortController();
      // A command that goes without a word, as one whose terminal was closed, has the work go on.
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
  // A command may take hours: an import of many gigabytes.
  server.requestTimeout = 0;
  const connections = openConnections(server);
  // Listeners come and go with the socket's file; the connections all belong to the one server.
  let listener: net.Server | null = null;
  return {
    listen: async (socket) => {
      // Closing removes the file at its path, so the old listener goes before the new one comes.
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
