/** The client against servers that answer as nodes and providers do, over real connections. */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, test } from "vitest";
import { isPublicAddress } from "../outbound/addressGuard";
import { openRpcClient, type RpcClient, type RpcClientOptions } from "./rpcClient";
import { RpcError } from "./rpcProblem";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

interface Call {
  id: number;
  method: string;
}

type Handler = (calls: Call[], response: ServerResponse, count: number, request: IncomingMessage) => void;

/** A client of a server; the handler gets the calls of each request and how many came before. */
async function connect(handle: Handler, options: Partial<RpcClientOptions> = {}) {
  let requests = 0;
  const sockets = new Set<unknown>();
  const server = http.createServer(async (request, response) => {
    sockets.add(request.socket);
    let text = "";
    for await (const piece of request) text += piece;
    handle([JSON.parse(text)].flat(), response, requests++, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = openRpcClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/secret-key?token=1`,
    delayMs: 1,
    ...options,
  });
  open.push(client, { close: () => server.closeAllConnections() }, server);
  return { client, requests: () => requests, connections: () => sockets.size };
}

const answer = (calls: Call[]) => calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: method }));
const failure = (calls: Call[], error: unknown) => calls.map(({ id }) => ({ jsonrpc: "2.0", id, error }));
const one = (results: unknown[]) => JSON.stringify(results.length === 1 ? results[0] : results);
const problemOf = (client: RpcClient) =>
  client.call("a", []).then(
    () => null,
    (error: unknown) => (error instanceof RpcError ? error.problem : error),
  );

it("sends several calls in one request, and returns results in the order of the calls", async () => {
  const { client, requests } = await connect((calls, response) => response.end(one(answer(calls).reverse())));
  const calls = ["a", "b", "c"].map((method) => ({ method, params: [] }));
  expect((await client.batch(calls)).map(({ result }) => result)).toEqual(["a", "b", "c"]);
  expect(requests()).toBe(1);
});

it("reuses connections, and unpacks gzip", async () => {
  const { client, connections } = await connect((calls, response) =>
    response.setHeader("content-encoding", "gzip").end(gzipSync(one(answer(calls)))),
  );
  for (const method of ["a", "b", "c"]) expect(await client.call(method, [])).toBe(method);
  expect(connections()).toBe(1);
  expect(client.usage().requests).toBe(3);
});

it("returns the refusal of one call as its result, also where calls are sent one by one", async () => {
  const reverted = { code: 3, message: "execution reverted" };
  const { client } = await connect((calls, response) =>
    response.end(
      calls.length > 1
        ? JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_600, message: "batch is disabled" } })
        : one(calls[0]?.method === "b" ? failure(calls, reverted) : answer(calls)),
    ),
  );
  const calls = ["a", "b", "c"].map((method) => ({ method, params: [] }));
  const results = await client.batch(calls);
  expect(results.map(({ result }) => result)).toEqual(["a", null, "c"]);
  expect(results[1]?.problem?.message).toContain("execution reverted");
  const [only] = await client.batch(calls.slice(1, 2));
  expect(only?.problem?.message).toContain("execution reverted");
});

it("sends calls one by one to an endpoint that refuses batches", async () => {
  const { client, requests } = await connect((calls, response) =>
    response.end(
      calls.length > 1
        ? JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_600, message: "batch is disabled" } })
        : one(answer(calls)),
    ),
  );
  const calls = ["a", "b"].map((method) => ({ method, params: [] }));
  expect((await client.batch(calls)).map(({ result }) => result)).toEqual(["a", "b"]);
  await client.batch(calls);
  expect(requests()).toBe(5);
});

describe("repeats a request", () => {
  test.each<[string, Handler]>([
    ["limited by status", (_, response) => response.writeHead(429).end("slow down")],
    [
      "limited by an error",
      (calls, response) => response.end(one(failure(calls, { code: -32_005, message: "rate limit" }))),
    ],
    [
      "answered by a gateway",
      (_, response) => response.writeHead(502).end("<html><body>Bad gateway</body></html>"),
    ],
    ["answered by an empty body", (_, response) => response.end()],
    ["answered by half a body", (calls, response) => response.end(one(answer(calls)).slice(0, 20))],
    ["whose connection is closed", (_, response) => response.destroy()],
    ["whose result is missing", (_, response) => response.end(JSON.stringify({ jsonrpc: "2.0", id: 0 }))],
    [
      "answered by an invalid archive",
      (_, response) => response.setHeader("content-encoding", "gzip").end("no archive"),
    ],
  ])("%s", async (_, fail) => {
    const { client, requests } = await connect((calls, response, count, request) =>
      count < 2 ? fail(calls, response, count, request) : response.end(one(answer(calls))),
    );
    expect(await client.call("a", [])).toBe("a");
    expect(requests()).toBe(3);
  });

  it("as a whole, if one of its calls was limited", async () => {
    const { client, requests } = await connect((calls, response, count) => {
      const [first = { id: 0, method: "" }, ...rest] = calls;
      const limited = failure([first], { message: "compute units per second exceeded" });
      response.end(one(count === 0 ? [...limited, ...answer(rest)] : answer(calls)));
    });
    const calls = ["a", "b"].map((method) => ({ method, params: [] }));
    expect((await client.batch(calls)).map(({ result }) => result)).toEqual(["a", "b"]);
    expect(requests()).toBe(2);
  });

  it("not before the time that the endpoint requests", async () => {
    const times: number[] = [];
    const { client } = await connect((calls, response, count) => {
      times.push(performance.now());
      if (count > 0) response.end(one(answer(calls)));
      else response.writeHead(429, { "retry-after": "1" }).end("[]");
    });
    await client.call("a", []);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });

  it("a limited number of times", async () => {
    const { client, requests } = await connect((_, response) => response.writeHead(503).end("busy"), {
      retries: 2,
    });
    expect(await problemOf(client)).toMatchObject({
      kind: "transport",
      message: expect.stringContaining("503"),
    });
    expect(requests()).toBe(3);
  });
});

describe("reports at once", () => {
  test.each<[string, Handler, object]>([
    [
      "an error in a response with status 200",
      (calls, response) =>
        response.end(one(failure(calls, { code: -32_000, message: "limited to a 5 range" }))),
      { kind: "range", limit: 5 },
    ],
    [
      "an error with status 400",
      (calls, response) =>
        response.writeHead(400).end(one(failure(calls, { code: -32_602, message: "Max range: 100" }))),
      { kind: "range", limit: 100 },
    ],
    [
      "an error whose reason is in its data",
      (calls, response) =>
        response.end(
          one(failure(calls, { code: -32_602, message: "Invalid params", data: "at most 10 blocks" })),
        ),
      { kind: "range", limit: 10 },
    ],
    [
      "an error that is a text",
      (_, response) => response.end(JSON.stringify({ error: "response too large" })),
      { kind: "results" },
    ],
    [
      "a rejected key",
      (_, response) => response.writeHead(403).end("<h1>Forbidden</h1>"),
      { kind: "unauthorized", message: "Status 403, and no JSON: Forbidden" },
    ],
    [
      "a path that is not found",
      (_, response) => response.writeHead(404).end(),
      { kind: "unsupported", message: "Status 404, and no JSON: (empty)" },
    ],
    [
      "a response above the limit of size",
      (calls, response) => response.end(`${one(answer(calls))}${" ".repeat(20_000)}`),
      { kind: "results", message: "The response is larger than 10000 bytes." },
    ],
    [
      "an archive that unpacks to more",
      (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync(" ".repeat(1_000_000))),
      { kind: "results" },
    ],
    [
      "a response that does not come",
      () => undefined,
      { kind: "results", message: "No response within 0.2 seconds." },
    ],
  ])("%s", async (_, handle, problem) => {
    const { client, requests } = await connect(handle, { maxBytes: 10_000, timeoutMs: 200 });
    expect(await problemOf(client)).toMatchObject(problem);
    expect(requests()).toBe(1);
  });
});

it("never shows the path and query of a URL, which may contain a key", async () => {
  const { client } = await connect((_, response) => response.destroy(), { retries: 0 });
  expect(client.name).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(JSON.stringify(await problemOf(client))).not.toContain("secret-key");
});

it("sends no request to an address that is not allowed, and none that was stopped", async () => {
  const { client, requests } = await connect((calls, response) => response.end(one(answer(calls))), {
    isAllowed: isPublicAddress,
  });
  await expect(client.call("a", [])).rejects.toThrow("127.0.0.1 is not an allowed address of a node.");
  await expect(client.call("a", [], AbortSignal.abort(new Error("stopped")))).rejects.toThrow();
  expect(requests()).toBe(0);
});

it("ends requests in flight and their retries when it is closed", async () => {
  const { client } = await connect((_, response, count) => {
    if (count === 0) response.writeHead(429, { "retry-after": "200" }).end("[]");
  });
  const waiting = client.call("a", []);
  await expect.poll(() => client.usage().requests).toBe(1);
  client.close();
  await expect(waiting).rejects.toThrow(/closed|aborted/);
});

it("repeats no key of its URL or headers in errors", async () => {
  const words = "Invalid secret-key, header-key-1 at /v2/secret-key";
  const { client } = await connect(
    (calls, response) => response.end(one(failure(calls, { code: -32_000, message: words }))),
    { headers: { authorization: "Bearer header-key-1" } },
  );
  expect(await problemOf(client)).toMatchObject({ message: "Invalid ****, **** at /v2/****" });
  const { client: whole } = await connect((_, response) => response.writeHead(403).end("No secret-key here"));
  expect(await problemOf(whole)).toMatchObject({
    kind: "unauthorized",
    message: "Status 403, and no JSON: No **** here",
  });
});
