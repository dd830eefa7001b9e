import type http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpServer } from "./createHttpServer";

const MEGABYTE = 1_000_000;
let server: http.Server;
let port: number;
const logged: unknown[] = [];
beforeAll(async () => {
  const app = new Hono();
  app.use("/limited", bodyLimit({ maxSize: 1_000, onError: (c) => c.json({ message: "too large" }, 413) }));
  app.post("/limited", async (c) => c.text(await c.req.text()));
  app.post("/unread", (c) => c.text("no", 405));
  app.get("/", (c) => c.text("fine"));
  server = createHttpServer(
    () => (request, env) => {
      if (request.url.endsWith("/failing")) throw new Error("inner words");
      return app.fetch(request, env);
    },
    { error: (line: unknown) => void logged.push(line) },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The response to raw bytes, read until the server closes the connection. */
async function answerTo(request: string): Promise<{ head: string; body: string }> {
  const socket = net.connect(port, "127.0.0.1");
  socket.write(request);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head, body };
}

describe("a malformed request", () => {
  const invalid = { message: "The URL or Host header of this request is invalid." };

  test.each([
    ["a Host header with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
    ["one with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"],
    ["one with an account", "GET / HTTP/1.1\r\nHost: me@host\r\n\r\n"],
    ["one with a port that is none", "GET / HTTP/1.1\r\nHost: host:99999\r\n\r\n"],
    ["no Host header", "GET / HTTP/1.1\r\n\r\n"],
    ["an empty one", "GET / HTTP/1.1\r\nHost:\r\n\r\n"],
    ["a whole address that is none", "GET http://a:b:c/ HTTP/1.1\r\nHost: host\r\n\r\n"],
  ])("is rejected with an error in the API's format: %s", async (_, request) => {
    const { head, body } = await answerTo(request);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head.toLowerCase()).toContain("content-type: application/json");
    expect(head.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(body)).toEqual(invalid);
  });

  test.each(["2.0", "0.9"])("is rejected for the unsupported version HTTP/%s", async (version) => {
    const { head, body } = await answerTo(`GET / HTTP/${version}\r\nHost: a\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 505 /);
    expect(head.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(body)).toEqual({ message: "Only HTTP/1.1 and HTTP/1.0 are supported." });
  });

  test("is rejected for an unknown expectation", async () => {
    const { head, body } = await answerTo("GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 417 /);
    expect(JSON.parse(body).message).toContain("100-continue");
  });
});

test("an error outside of all handlers is reported without its message, which is logged", async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/failing`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: "Something went wrong on our side. Please try again." });
  expect(logged).toEqual([{ err: new Error("inner words") }]);
});

describe("a request whose body is not read completely", () => {
  /** A chunked body of `pieces` chunks of 25,000 bytes. */
  const chunked = (path: string, pieces: number, { isWhole = true } = {}) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${`61a8\r\n${"x".repeat(25_000)}\r\n`.repeat(pieces)}${isWhole ? "0\r\n\r\n" : ""}`;
  const started = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEGABYTE}\r\n\r\n${"x".repeat(2_000)}`;

  test.each([
    ["/limited", 413],
    ["/unread", 405],
  ])("gets a response that announces the close of the connection: %s", async (path, status) => {
    const { head } = await answerTo(started(path));
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).toContain("connection: close");
  });

  test.each([
    ["/limited", 413],
    ["/unread", 405],
  ])("without a length gets a response that announces the close: %s", async (path, status) => {
    const { head, body } = await answerTo(chunked(path, 40, { isWhole: false }));
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).toContain("connection: close");
    expect(body).not.toBe("");
  });

  test("without a length keeps its connection if it arrives completely", async () => {
    const { head, body } = await answerTo(
      `${chunked("/limited", 40)}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 413 /);
    expect(head.toLowerCase()).not.toContain("connection: close");
    expect(body).toMatch(/HTTP\/1\.1 200 /);
  });

  test.each([
    ["/limited", 413],
    ["/unread", 405],
  ])("keeps its connection if the rest arrives soon after: %s", async (path, status) => {
    const rest = "x".repeat(MEGABYTE - 2_000);
    const { head, body } = await answerTo(
      `${started(path)}${rest}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).not.toContain("connection: close");
    expect(body).toMatch(/HTTP\/1\.1 200 /);
  });
});
