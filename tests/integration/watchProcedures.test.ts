/** Watches over RPC: their owners, who may change them, and which data they reveal. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleTables } from "#stores";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhookReceiver";

const { memberships, organizations, users, watches, webhookEndpoints } = peopleTables;

let site: PeopleSite;
let receiver: WebhookReceiver;
let ada: Visitor;
let ben: Visitor;
let eve: Visitor;
beforeAll(async () => {
  site = await openPeopleSite({ env: { WATCHES_PER_OWNER: "3", WEBHOOK_TARGETS: "any" } });
  receiver = await startWebhookReceiver();
  await price(1);
  ada = await site.signedIn("ada@firm.example");
  ben = await site.signedIn("ben@firm.example");
  eve = await site.signedIn("eve@other.example");
  // One team of the first two: an owner and a member.
  const [team] = await site.people.db
    .insert(organizations)
    .values({ name: "Firm", scope: "team" })
    .returning();
  if (team === undefined) throw new Error("no team");
  for (const [email, role] of [
    ["ada@firm.example", "owner"],
    ["ben@firm.example", "member"],
  ] as const) {
    const [user] = await site.people.db.select().from(users).where(eq(users.email, email));
    if (user === undefined) throw new Error("no user");
    await site.people.db.insert(memberships).values({ userId: user.id, organizationId: team.id, role });
    await site.people.db.update(users).set({ currentOrganizationId: team.id }).where(eq(users.id, user.id));
  }
});
afterAll(async () => {
  await receiver.stop();
  await site.close();
});

async function price(val: number) {
  await site.world.store.run("TRUNCATE TABLE entity_metrics");
  await site.world.entityMetrics([{ type: "asset", id: 1001, metric: "price_dollar", val }]);
}

const draft = {
  name: "",
  subject: { type: "asset", id: 1001 },
  condition: { kind: "threshold", metric: "price_dollar", direction: "below", value: 0.99 },
  cadence: "at_once",
  receivers: "members",
  endpointId: null as string | null,
};
interface Listed {
  watches: { id: string; name: string; text: string; subject: { name: string; path: string } }[];
  endpoints: { id: string; url: string }[];
  canChange: boolean;
  isMailStopped: boolean;
}
const listed = async (visitor: Visitor, organization = false) =>
  (await visitor.query("watches.list", { organization })).data as Listed;
const create = (visitor: Visitor, change: object = {}, organization = false) =>
  visitor.mutate("watches.create", { organization, draft: { ...draft, ...change } });

describe("a user's watches", () => {
  it("are named after their condition, and are private", async () => {
    expect((await create(ada)).code).toBeUndefined();
    const { watches: mine } = await listed(ada);
    expect(mine).toMatchObject([
      {
        name: "100%_Dollar: Price below $0.99",
        text: "Price below $0.99",
        subject: { name: "100%_Dollar", path: "/assets/usdx" },
      },
    ]);
    const id = mine[0]?.id;
    expect((await listed(eve)).watches).toEqual([]);
    for (const [procedure, input] of [
      ["edit", { draft }],
      ["pause", { isPaused: true }],
      ["remove", {}],
    ] as const) {
      expect([procedure, (await eve.mutate(`watches.${procedure}`, { id, ...input })).code]).toEqual([
        procedure,
        "NOT_FOUND",
      ]);
    }
    expect((await eve.query("watches.firings", { id })).code).toBe("NOT_FOUND");
    expect((await listed(ada)).watches).toHaveLength(1);
  });

  it("are limited per installation, and to existing subjects", async () => {
    expect((await create(eve)).code).toBeUndefined();
    expect((await create(eve)).code).toBeUndefined();
    expect((await create(eve)).code).toBeUndefined();
    expect((await create(eve)).code).toBe("UNPROCESSABLE_CONTENT");
    expect((await create(ada, { subject: { type: "asset", id: 4_711 } })).code).toBe("NOT_FOUND");
    const peg = await create(ada, {
      subject: { type: "asset", id: 57 },
      condition: { kind: "depeg", percent: 1 },
    });
    expect(peg.problems).toEqual([
      { path: "condition.kind", message: "Choose a stablecoin that is pegged to the US dollar" },
    ]);
    const wrong = await create(ada, { condition: { ...draft.condition, value: "x" } });
    expect(wrong.problems).toMatchObject([{ path: "draft.condition.value" }]);
  });

  it("show the current values before they are created", async () => {
    const { subject, condition } = draft;
    const now = await ada.query("watches.preview", { subject, condition });
    expect(now.data).toMatchObject({ holds: false, value: 1, metric: "price_dollar" });
    const all = { subject: { type: "catalog", id: null }, condition: { kind: "new_asset" } };
    expect((await ada.query("watches.preview", all)).data).toMatchObject({ count: 4 });
  });

  it("are rejected without an account, and from other sites", async () => {
    expect((await site.stranger().query("watches.list", {})).code).toBe("UNAUTHORIZED");
    const other = await ada.mutate("watches.create", { draft }, { "sec-fetch-site": "cross-site" });
    expect(other.code).toBe("FORBIDDEN");
  });
});

describe("an organization's watches", () => {
  it("are visible to its members and changed by its owners and admins", async () => {
    expect((await create(ben, {}, true)).code).toBe("FORBIDDEN");
    expect((await create(ada, {}, true)).code).toBeUndefined();
    const seen = await listed(ben, true);
    expect([seen.watches.length, seen.canChange]).toEqual([1, false]);
    const id = seen.watches[0]?.id;
    for (const [procedure, input] of [
      ["edit", { id, draft }],
      ["pause", { id, isPaused: true }],
      ["remove", { id }],
      ["createEndpoint", { url: receiver.url }],
    ] as const) {
      const { code } = await ben.mutate(`watches.${procedure}`, { organization: true, ...input });
      expect([procedure, code]).toEqual([procedure, "FORBIDDEN"]);
    }
    expect((await ben.query("watches.firings", { organization: true, id })).code).toBeUndefined();
    // Watches of an organization cannot be accessed as one's own.
    expect((await ada.mutate("watches.remove", { id })).code).toBe("NOT_FOUND");
    expect(
      (await ada.mutate("watches.edit", { organization: true, id, draft: { ...draft, name: "New" } })).code,
    ).toBe(undefined);
    expect((await listed(ada, true)).watches).toMatchObject([{ name: "New" }]);
  });
});

describe("endpoints", () => {
  it("return their secret once, can be tested, and show deliveries", async () => {
    const made = await ada.mutate("watches.createEndpoint", { url: receiver.url });
    const { id, secret } = made.data as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { endpoints } = await listed(ada);
    expect(endpoints).toMatchObject([{ id, url: receiver.url }]);
    expect(JSON.stringify(endpoints)).not.toContain("whsec_");
    expect((await create(ben, { endpointId: id })).code).toBe("BAD_REQUEST");
    expect((await eve.mutate("watches.testEndpoint", { id })).code).toBe("NOT_FOUND");
    expect((await eve.query("watches.deliveries", { id })).code).toBe("NOT_FOUND");
    expect((await ada.mutate("watches.testEndpoint", { id })).code).toBeUndefined();
    await site.watchDesk.send();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(["watch.test"]);
    const [sent] = (await ada.query("watches.deliveries", { id })).data as { id: string; status: string }[];
    expect(sent).toMatchObject({ status: "delivered", isTest: true, attempts: [{ status: 204, ok: true }] });
    expect((await eve.mutate("watches.redeliver", { id: sent?.id })).code).toBe("NOT_FOUND");
    expect((await ada.mutate("watches.redeliver", { id: sent?.id })).code).toBe("TOO_MANY_REQUESTS");
    // Simulates ten seconds.
    await site.people.db.update(webhookEndpoints).set({ askedAt: null });
    expect((await ada.mutate("watches.redeliver", { id: sent?.id })).code).toBeUndefined();
    await site.watchDesk.send();
    expect(receiver.received.map((one) => one.id)).toEqual([
      receiver.received[0]?.id,
      receiver.received[0]?.id,
    ]);
    expect((await ada.mutate("watches.createEndpoint", { url: "ftp://example.org" })).problems).toMatchObject(
      [{ path: "url" }],
    );
  });
});

describe("email", () => {
  it("is stopped by its link: a page for users, one request for mail clients", async () => {
    await site.watchDesk.look();
    await price(0.5);
    await site.watchDesk.look();
    const [{ id } = { id: "" }] = (await listed(ada)).watches;
    const fired = (await ada.query("watches.firings", { id })).data;
    expect(fired).toMatchObject([
      { text: "Price: $0.50, below $0.99.", deliveries: [{ channel: "email", status: "pending" }] },
    ]);
    // Simulates the minute in which emails are combined.
    await site.people.db.update(peopleTables.watchDeliveries).set({ dueAt: new Date(0) });
    const before = site.mail.mails.length;
    await site.watchDesk.send();
    const received = site.mail.mails.slice(before).find(({ to }) => to.includes("ada@firm.example"));
    const link = new URL(/^<(.*)>$/.exec(received?.headers["list-unsubscribe"] ?? "")?.[1] ?? "");
    const path = link.pathname + link.search;
    const page = await site.stranger().fetch(path, { headers: { accept: "text/html" } });
    expect([page.status, (await page.text()).includes("<button>Stop email</button>")]).toEqual([200, true]);
    // The URL stops email without a sign-in.
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect((await listed(ada)).isMailStopped).toBe(false);
    const ended = await site.stranger().fetch(path, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(ended.status).toBe(200);
    expect((await listed(ada)).isMailStopped).toBe(true);
    expect((await site.stranger().fetch(`${link.pathname}?token=nothing`, { method: "POST" })).status).toBe(
      404,
    );
    await ada.mutate("watches.resumeMail");
    expect((await listed(ada)).isMailStopped).toBe(false);
  });

  it("and watches are deleted with the account, and included in its export", async () => {
    const file = (await eve.query("userSettings.exportAccount")).data as { watches: { name: string }[] };
    expect(file.watches).toHaveLength(3);
    expect(JSON.stringify(file)).not.toContain("whsec_");
    await eve.mutate("userSettings.deleteAccount", { confirmation: "eve@other.example" });
    const left = await site.people.db.select().from(watches);
    expect(left).toHaveLength(2);
  });
});
