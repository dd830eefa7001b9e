/** Requests to hostile servers over real connections. */
import net, { type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, test } from "vitest";
import { ForbiddenError } from "#domain/errors";
import { fetchFeed } from "../news/fetchFeed";
import { isPublicAddress, type LookupGuard } from "./addressGuard";
import { type GuardedRequest, guardedRequest } from "./guardedRequest";

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that handles connections by hand. @returns its port, and the number of connections so far */
async function startServer(handle: (socket: net.Socket) => void) {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.once("data", () => handle(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const refusal = (host: string) => new ForbiddenError(`${host} is refused`);
const request = (url: string, options: Partial<GuardedRequest> = {}) =>
  guardedRequest({
    url: new URL(url),
    method: "GET",
    headers: {},
    signal: AbortSignal.timeout(10_000),
    isAllowed: () => true,
    refusal,
    maxBytes: 10_000,
    ...options,
  });

/** A resolver with the next of these results for each lookup. */
function resolver(...results: string[][]): NonNullable<LookupGuard["resolve"]> {
  const resolve = (_: string, __: object, done: (error: null, found: object[]) => void) => {
    const addresses = results.length > 1 ? results.shift() : results[0];
    done(
      null,
      (addresses ?? []).map((address) => ({ address, family: net.isIP(address) })),
    );
  };
  return resolve as NonNullable<LookupGuard["resolve"]>;
}

test.each([
  ["93.184.216.34", true],
  ["2001:4860:4860::8888", true],
  // This machine, private and shared networks, and link-local addresses.
  ["127.0.0.1", false],
  ["127.8.9.10", false],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["172.31.255.255", false],
  ["192.168.0.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["::1", false],
  ["::", false],
  ["fe80::1", false],
  ["fd00:ec2::254", false],
  ["fec0::1", false],
  // IPv4 in IPv6: mapped, compatible, NAT64, 6to4 and Teredo.
  ["::ffff:10.0.0.1", false],
  ["::ffff:a9fe:a9fe", false],
  ["::127.0.0.1", false],
  ["64:ff9b::7f00:1", false],
  ["64:ff9b:1::7f00:1", false],
  ["2002:7f00:1::", false],
  ["2001:0:7f00:1::", false],
  // Reserved, documentation, multicast and broadcast.
  ["192.0.0.192", false],
  ["198.18.0.1", false],
  ["203.0.113.7", false],
  ["2001:db8::1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["ff02::1", false],
  // Metadata services of clouds.
  ["100.100.100.200", false],
  ["168.63.129.16", false],
  ["::ffff:168.63.129.16", false],
  ["example.org", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe("a request to a private address", () => {
  it.each(["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "[::1]", "localhost"])(
    "by %s opens no connection",
    async (host) => {
      const { port, connections } = await startServer((socket) => socket.end());
      await expect(request(`http://${host}:${port}/`, { isAllowed: isPublicAddress })).rejects.toThrow(
        "is refused",
      );
      expect(connections()).toBe(0);
    },
  );

  it("opens no connection if a name that was public at first resolves to it later", async () => {
    const { port, connections } = await startServer((socket) =>
      socket.end("HTTP/1.1 204 No Content\r\n\r\n"),
    );
    // The first address is that of this server here, and the second one another.
    const isAllowed = (address: string) => address === "127.0.0.1";
    const resolve = resolver(["127.0.0.1"], ["127.0.0.2"]);
    const url = `http://rebinding.example:${port}/`;
    expect((await request(url, { isAllowed, resolve })).status).toBe(204);
    await expect(request(url, { isAllowed, resolve })).rejects.toThrow("rebinding.example is refused");
    expect(connections()).toBe(1);
  });

  it("uses only the allowed addresses of a name that has both", async () => {
    const { port } = await startServer((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    const isAllowed = (address: string) => address === "127.0.0.1";
    const resolve = resolver(["10.0.0.1", "::1", "127.0.0.1"]);
    expect((await request(`http://both.example:${port}/`, { isAllowed, resolve })).status).toBe(204);
  });

  it.each([
    ["http://127.0.0.2:PORT/", "127.0.0.2"],
    ["http://0x7f000002:PORT/", "127.0.0.2"],
    ["//[::ffff:127.0.0.2]:PORT/", "::ffff:7f00:2"],
    ["http://localhost.localdomain.:PORT/", "localhost.localdomain."],
  ])("by a redirect to %s opens no further connection", async (location, host) => {
    const server = await startServer((socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location.replace("PORT", String(server.port))}\r\n\r\n`),
    );
    const resolve = resolver(["127.0.0.3"]);
    const isAllowed = (address: string) => address === "127.0.0.1";
    await expect(fetchFeed(`http://127.0.0.1:${server.port}/`, { isAllowed, resolve })).rejects.toThrow(
      `${host} is a private address`,
    );
    expect(server.connections()).toBe(1);
  });
});

describe("a response", () => {
  it("that is compressed although it must not be is counted as sent, and never unpacked", async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000));
    const { port } = await startServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
      socket.end(packed);
    });
    const { bytes, isTruncated } = await request(`http://127.0.0.1:${port}/`, { maxBytes: 1_000_000 });
    expect(isTruncated).toBe(false);
    expect(bytes.equals(packed)).toBe(true);
  });

  it("without an end is read up to its limit, and the connection closed", async () => {
    let isClosed = false;
    const { port } = await startServer((socket) => {
      socket.on("close", () => {
        isClosed = true;
      });
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const piece = `2000\r\n${"x".repeat(0x2000)}\r\n`;
      const send = () => {
        while (!socket.destroyed && socket.write(piece));
        if (!socket.destroyed) socket.once("drain", send);
      };
      send();
    });
    const { bytes, isTruncated } = await request(`http://127.0.0.1:${port}/`);
    expect([bytes.length, isTruncated]).toEqual([10_000, true]);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("that arrives byte by byte ends with the time of the whole request", async () => {
    const { port } = await startServer(async (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      while (!socket.destroyed) {
        socket.write("x");
        await wait(20);
      }
    });
    await expect(
      fetchFeed(`http://127.0.0.1:${port}/`, { isAllowed: () => true, timeoutMs: 300 }),
    ).rejects.toThrow("It did not respond in time.");
  });

  it("with endless headers is an error", async () => {
    const { port } = await startServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      for (let line = 0; line < 5_000 && !socket.destroyed; line += 1)
        socket.write(`X-${line}: ${"x".repeat(50)}\r\n`);
    });
    await expect(request(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: expect.stringMatching(/OVERFLOW/),
    });
  });

  it("that redirects is not followed, and its body is not read if it is not needed", async () => {
    const { port } = await startServer((socket) =>
      socket.write("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 100\r\n\r\nhalf"),
    );
    const response = await request(`http://127.0.0.1:${port}/`, { readsBody: () => false });
    expect(response).toMatchObject({ status: 302, location: "/next", isTruncated: false });
    expect(response.bytes).toHaveLength(0);
  });
});
