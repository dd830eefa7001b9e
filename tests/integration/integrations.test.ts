import { createHmac } from "node:crypto";
import http from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { User } from "#domain/people";
import { contentSecurityPolicy } from "../../src/server/http/securityHeaders";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";

interface Received {
  path: string;
  body: string;
  headers: http.IncomingHttpHeaders;
}

/** A mock of the analytics service that stores received requests. */
let received: Received[] = [];
const service = http.createServer(async (request, response) => {
  received.push({ path: request.url ?? "", body: await text(request), headers: request.headers });
  response.setHeader("set-cookie", "theirs=1");
  response.setHeader("content-type", "application/json");
  response.end('{"status":1}');
});
let site: PeopleSite;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = service.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  site = await openPeopleSite({
    env: {
      ANALYTICS_URL: `http://127.0.0.1:${address.port}/base`,
      ANALYTICS_KEY: "project",
      CHAT_APP_ID: "app",
      CHAT_SECRET: "secret",
    },
  });
});
afterAll(async () => {
  await site.close();
  await new Promise((resolve) => service.close(resolve));
});
beforeEach(() => {
  received = [];
});

const consenting = (visitor: Visitor) => {
  visitor.cookies.set("cadastre_consent", "granted");
  return visitor;
};
const track = (visitor: Visitor, headers: Record<string, string> = {}) =>
  visitor.mutate(
    "analytics.track",
    {
      name: "page_view",
      logRocketSessionUrl: "https://replay.example/1",
      properties: { pathname: "/stocks" },
    },
    headers,
  );
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

describe("analytics.track", () => {
  it("forwards an event of a visitor who agreed", async () => {
    expect((await track(consenting(site.stranger()))).status).toBe(200);
    await settled();
    expect(received.map((r) => r.path)).toEqual(["/base/capture/"]);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      api_key: "project",
      event: "page_view",
      distinct_id: "anonymous",
      properties: { pathname: "/stocks", logRocketSessionUrl: "https://replay.example/1" },
    });
  });

  it("includes the id of the page views of a visitor, which must be a UUID", async () => {
    const id = "0b1b4a52-54c5-4c3b-9e6e-3f6a3f0f7a11";
    for (const distinct_id of [id, "another-visitor"]) {
      await consenting(site.stranger()).mutate("analytics.track", {
        name: "event",
        properties: { pathname: "/stocks", distinct_id },
      });
    }
    await expect.poll(() => received.length).toBe(2);
    const events = received.map(({ body }) => JSON.parse(body));
    expect(events.map((event) => event.distinct_id).toSorted()).toEqual([id, "anonymous"]);
    for (const { properties } of events) expect(properties).not.toHaveProperty("distinct_id");
  });

  it("sends nothing without consent, after a refusal, or against the browser's signals", async () => {
    const refused = site.stranger();
    refused.cookies.set("cadastre_consent", "denied");
    for (const [visitor, headers] of [
      [site.stranger(), {}],
      [refused, {}],
      [consenting(site.stranger()), { dnt: "1" }],
      [consenting(site.stranger()), { "sec-gpc": "1" }],
    ] as const) {
      expect((await track(visitor, headers)).status).toBe(200);
    }
    await settled();
    expect(received).toEqual([]);
  });

  it("drops invalid events without an error", async () => {
    const visitor = consenting(site.stranger());
    for (const input of [null, 7, { name: "" }, { name: "x", properties: { blob: "x".repeat(9000) } }]) {
      expect((await visitor.mutate("analytics.track", input)).status).toBe(200);
    }
    await settled();
    expect(received).toEqual([]);
  });
});

describe("the analytics path", () => {
  it("forwards requests without cookies and without the visitor's address", async () => {
    const visitor = consenting(site.stranger());
    visitor.cookies.set("cadastre_session", "mine");
    const response = await visitor.fetch("/api/insights/e/?ip=0", { method: "POST", body: "data" });
    expect(await response.json()).toEqual({ status: 1 });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(received).toMatchObject([{ path: "/base/e/?ip=0", body: "data" }]);
    expect(received[0]?.headers.cookie).toBeUndefined();
    expect(JSON.stringify(received[0]?.headers)).not.toContain(visitor.networkAddress);
  });

  it("accepts and drops everything without consent", async () => {
    const response = await site.stranger().fetch("/api/insights/e/", { method: "POST", body: "data" });
    expect(response.status).toBe(204);
    expect(received).toEqual([]);
  });

  it("reaches only paths below the service's URL", async () => {
    const visitor = consenting(site.stranger());
    for (const path of [
      "/api/insights/%2e%2e/%2e%2e/admin",
      "/api/insights//evil.example/x",
      "/api/insights/..%2fadmin",
    ]) {
      await visitor.fetch(path);
    }
    for (const { path } of received) expect(path.startsWith("/base/")).toBe(true);
  });

  it("rejects huge bodies and other methods", async () => {
    const visitor = consenting(site.stranger());
    const body = "x".repeat(1_100_000);
    expect((await visitor.fetch("/api/insights/e/", { method: "POST", body })).status).toBe(413);
    expect((await visitor.fetch("/api/insights/e/", { method: "DELETE" })).status).toBe(405);
    expect(received).toEqual([]);
  });
});

describe("the chat widget", () => {
  it("identifies a user by a hash that only the server can compute", async () => {
    const user = (await (await site.signedIn("me@chat.example")).query("users.getProfile")).data as User;
    expect(user.intercom_hmac).toBe(createHmac("sha256", "secret").update(user.id).digest("hex"));
  });
});

describe("the content security policy of pages", () => {
  const policy = (integrations: Parameters<typeof contentSecurityPolicy>[0]["integrations"]) =>
    contentSecurityPolicy({ scripts: "", embeddable: false, integrations });

  it("names no other host unless an integration is enabled", () => {
    expect(policy(undefined)).not.toContain("https://");
    expect(
      policy({ analytics: { path: "/api/insights", key: "k" }, sessionReplay: null, chat: null }),
    ).not.toContain("https://");
  });

  it("names the hosts of enabled integrations", () => {
    const both = policy({ analytics: null, sessionReplay: { id: "a/b" }, chat: { appId: "x" } });
    expect(both).toMatch(/script-src[^;]*logrocket/);
    expect(both).toMatch(/script-src[^;]*widget\.intercom\.io/);
    expect(both).not.toMatch(/script-src[^;]*unsafe/);
  });
});
