import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendWebhook } from "./sendWebhook";

/** Sends a webhook to a server that responds with these bytes, and optionally closes the connection after them. */
async function attempt(answer: string, { closes = false, timeoutMs = 60_000 } = {}) {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => (closes ? socket.end(answer) : socket.write(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await sendWebhook({
      id: "msg_1",
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
      body: "{}",
      rules: { anyAddress: true },
      now: new Date("2026-02-04T09:00:00Z"),
      timeoutMs,
    });
  } finally {
    server.close();
  }
}

test("a protocol upgrade is a failure", async () => {
  const answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
  expect(await attempt(answer)).toMatchObject({ status: 101, ok: false });
  expect(await attempt(answer, { closes: true })).toMatchObject({ status: 101, ok: false });
});

test.each([
  ["no byte of a response", ""],
  ["half of the headers", "HTTP/1.1 200 OK\r\nContent-Le"],
  ["half of the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"],
  ["something else", "SSH-2.0-x\r\n"],
])("a connection that is closed after %s is a failure", async (_, answer) => {
  expect(await attempt(answer, { closes: true })).toMatchObject({ status: null, ok: false });
});

test.each([
  ["no response", ""],
  ["an informational response only", "HTTP/1.1 103 Early Hints\r\n\r\n"],
  ["half of a response", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"],
])("%s in time is a failure", async (_, answer) => {
  expect(await attempt(answer, { timeoutMs: 200 })).toMatchObject({
    status: null,
    detail: "No response in time.",
    ok: false,
  });
});

test("a response without a length is read until the connection closes", async () => {
  const text = "x".repeat(10_000);
  const counted = `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  for (const answer of [counted, `HTTP/1.0 200 OK\r\n\r\n${text}`]) {
    expect(await attempt(answer, { closes: true })).toMatchObject({
      status: 200,
      detail: "x".repeat(500),
      ok: true,
    });
  }
});

test("the stored excerpt of a response is cut between characters", async () => {
  const head = "HTTP/1.0 200 OK\r\n\r\n";
  const start = "x".repeat(499);
  expect((await attempt(`${head}${start}😀 and more`, { closes: true })).detail).toBe(`${start}😀`);
  expect((await attempt(`${head}a\u0000b`, { closes: true })).detail).toBe("a b");
});
