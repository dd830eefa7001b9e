import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseMalformed } from "./refuseMalformed";

let server: http.Server;
let port: number;
beforeAll(async () => {
  server = http.createServer({ maxHeaderSize: 16_384 }, (_, response) => response.end("fine"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => refuseMalformed(error, socket, 16_384));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function answerTo(request: string): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  socket.write(request);
  return text(socket);
}

test("a head that is too long is rejected in the API's format, with the limit", async () => {
  const answer = await answerTo(`GET /api/v4/assets?query=${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(head).toContain("Content-Type: application/json");
  expect(JSON.parse(body)).toEqual({
    message: "The URL and headers of a request are limited to 16,384 bytes in total. Request less at once.",
  });
});

test("bytes that are not HTTP are rejected in the same format", async () => {
  const answer = await answerTo("GARBAGE\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({
    message: "This is not a valid HTTP request.",
  });
});
