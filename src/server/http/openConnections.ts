import type { IncomingMessage, Server, ServerResponse } from "node:http";
import net from "node:net";

/** Interval between checks for idle connections. */
const RESTING_MS = 50;

export interface OpenConnections {
  /**
   * Accepts no more connections, and closes the open ones once idle: without a request in progress and with
   * every byte of the last response handed to the system. Resolves once all are closed.
   */
  closeAtRest(): Promise<void>;
}

/**
 * Tracks the connections of a server from its start. Node's own `close` and `closeIdleConnections` consider a
 * connection idle as soon as its response has ended, and drop data that a slow reader has not received yet.
 */
export function openConnections(server: Server): OpenConnections {
  /** Responses in progress of each open connection. */
  const open = new Map<net.Socket, Set<ServerResponse>>();
  let stopping = false;
  server.on("connection", (socket: net.Socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });
  // Before the listener that responds, which can do so synchronously.
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = open.get(socket);
    responses?.add(response);
    response.once("close", () => responses?.delete(response));
    if (stopping) endsConnection(response);
  });
  return {
    closeAtRest: async () => {
      stopping = true;
      for (const responses of open.values()) for (const response of responses) endsConnection(response);
      const closed = [...open.keys()].map(
        (socket) => new Promise((resolve) => socket.once("close", resolve)),
      );
      const refusing = new Promise<void>((resolve) => {
        net.Server.prototype.close.call(server, () => resolve());
      });
      const looking = setInterval(() => {
        for (const [socket, responses] of open) {
          if (responses.size === 0 && socket.writableLength === 0) socket.destroy();
        }
      }, RESTING_MS);
      await Promise.all([refusing, ...closed]);
      clearInterval(looking);
    },
  };
}

function endsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
