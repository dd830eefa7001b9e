import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { openPeopleStore, type PeopleStore } from "#stores";
import { createMcpHandler, MCP_PATH } from "./createMcpHandler";

let people: PeopleStore;
let authorization: string;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
  authorization = `Bearer ${(await createApiKey(people, { name: "agent" })).key}`;
});
afterAll(() => people.close());

/** Calls a tool against an API that responds with the requested path. */
async function called(name: string, given: string) {
  const rest = new Hono().all("*", (c) => c.json({ asked: new URL(c.req.url).pathname }));
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;
  const response = await createMcpHandler({ rest, people, limits: createLimits(people) }).request(MCP_PATH, {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

it("rejects a message that is nested deeper than any valid one", async () => {
  const groups = (levels: number) =>
    `{"resource":"assets","filter":${'{"operator":"and","filters":['.repeat(levels)}{"operator":"equals","field":"id","value":1}${"]}".repeat(levels)}}`;
  expect(await called("list", groups(5_000))).toEqual({
    status: 400,
    text: '{"message":"Messages can be nested at most 50 levels deep."}',
  });
  expect((await called("list", groups(8))).status).toBe(200);
});

it("replaces a lone surrogate in an id, so that the URL is valid", async () => {
  const { status, text } = await called("get", '{"resource":"assets","id":"a\\ud83d"}');
  expect(status).toBe(200);
  expect(text).toContain("/api/v4/assets/a%EF%BF%BD");
});
