import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openConnections } from "./openConnections";

/** More than the buffers of the system hold between two ends of a connection. */
const body = Buffer.alloc(24_000_000, "x");

/** A server that answers `/large` with the body above, and `/later` as the test says. */
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

test("a server that stops sends a slow reader the whole answer, and closes what rests meanwhile", async () => {
  const { connections, connected } = await listening();
  const resting = connected("/");
  resting.resume();
  const slow = connected("/large");
  await once(slow, "readable");
  const closed = connections.closeAtRest();
  // The server has looked for resting connections once this one is closed.
  await once(resting, "close");
  const answer = await text(slow);
  expect(answer.length - answer.indexOf("\r\n\r\n") - 4).toBe(body.length);
  await closed;
});

test("answers that begin while a server stops say that the connection closes", async () => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let held: http.ServerResponse | undefined;
  const { connections, connected } = await listening({
    later: (response) => {
      held = response;
      answer();
    },
  });
  const socket = connected("/later");
  await asked;
  const closed = connections.closeAtRest();
  held?.end("fine");
  expect((await text(socket)).toLowerCase()).toMatch(/connection: close\r\n(.*\r\n)*fine$/);
  await closed;
});
