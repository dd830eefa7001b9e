import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openConnections } from "./openConnections";

/** More than the system buffers between two ends of a connection. */
const body = Buffer.alloc(24_000_000, "x");

/** A server that responds to `/large` with the body above, and to `/later` as the test defines. */
async function listening({ later }: { later?: (response: http.ServerResponse) => void } = {}) {
  const server = http.createServer((request, response) => {
    if (request.url === "/later") later?.(response);
    else response.end(request.url === "/large" ? body : "fine");
  });
  const connections = openConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const connected = (path: string) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  return { connections, connected };
}

test("a stopping server sends the full response to a slow reader, and closes idle connections", async () => {
  const { connections, connected } = await listening();
  const resting = connected("/");
  resting.resume();
  const slow = connected("/large");
  await once(slow, "readable");
  const closed = connections.closeAtRest();
  // The server has checked for idle connections once this one is closed.
  await once(resting, "close");
  const answer = await text(slow);
  expect(answer.length - answer.indexOf("\r\n\r\n") - 4).toBe(body.length);
  await closed;
});

test("responses that start while a server stops announce the close of the connection", async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let pending: http.ServerResponse | undefined;
  const { connections, connected } = await listening({
    later: (response) => {
      pending = response;
      arrive();
    },
  });
  const socket = connected("/later");
  await arrived;
  const closed = connections.closeAtRest();
  pending?.end("fine");
  expect((await text(socket)).toLowerCase()).toMatch(/connection: close\r\n(.*\r\n)*fine$/);
  await closed;
});
