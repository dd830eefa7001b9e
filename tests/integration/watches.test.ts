/** Watches from the data to the recipient: real stores, a real mail server, a real receiver of webhooks. */
import { and, eq } from "drizzle-orm";
import { pino } from "pino";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suspendOrganization, suspendUser } from "#accounts/administration";
import { createMailer, type Mailer } from "#accounts/mail";
import {
  createEndpoint,
  createWatch,
  deliveriesTo,
  editWatch,
  firingsOfWatch,
  listWatches,
  pauseEndpoint,
  pauseWatch,
  queueTest,
  readEndpoint,
  readUnsubscribeToken,
  redeliver,
  stopWatchMail,
  type WatchOwner,
} from "#accounts/watches";
import { createWatchService, type WatchService } from "#api";
import { type Catalog, evidenceSchema, tokenSchema } from "#domain/catalog";
import { type WatchCondition, type WatchDraft, type WatchSubject, watchDraftSchema } from "#domain/watches";
import { loadCatalog } from "#ingest";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../support/marketWorld";
import { assignPolicies, type PolicyTerms } from "../support/policyHolders";
import { type MailServer, startMailServer } from "../support/smtp";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhookReceiver";

const { memberships, organizations, users, watches, watchDeliveries, watchFirings } = peopleTables;
const DAY = 86_400_000;

let people: PeopleStore;
let world: MarketWorld;
let mail: MailServer;
let mailer: Mailer;
let receiver: WebhookReceiver;
let now: Date;
let desk: WatchService;
let version = 0;
const secret = "installation secret";

const deskOn = (
  store: PeopleStore,
  anyAddress = true,
  changed: Partial<Parameters<typeof createWatchService>[0]> = {},
) =>
  createWatchService({
    people: store,
    // A new version, so that data that was deleted and written again counts as new.
    market: createMarket({ store: world.store, dataVersion: () => version }),
    mailer,
    log: pino({ level: "silent" }),
    brand: "Cadastre",
    baseUrl: "https://cadastre.example",
    secret,
    rules: { anyAddress },
    now: () => now,
    ...changed,
  });

beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
  world = await openMarketWorld();
  mail = await startMailServer();
  mailer = createMailer({ url: mail.url, from: "no-reply@cadastre.example", log: pino({ level: "silent" }) });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver.stop();
  mailer.close();
  await mail.stop();
  await world.close();
  await people.close();
});

let ada: { id: string; email: string };
let own: WatchOwner;
beforeEach(async () => {
  await people.db.delete(organizations);
  await people.db.delete(users);
  await world.store.run("TRUNCATE TABLE entity_metrics");
  await world.store.run("TRUNCATE TABLE daily_metrics");
  mail.mails.length = 0;
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
  now = new Date("2026-02-04T09:00:30Z");
  version += 1;
  desk = deskOn(people);
  ada = await user("ada@firm.example");
  own = { userId: ada.id, organizationId: null };
});

async function user(email: string) {
  const [row] = await people.db.insert(users).values({ email }).returning();
  if (row === undefined) throw new Error("no user");
  return row;
}

/** Data of the day before `now` with these present values: the price of asset 1001, its holders. */
async function data(
  values: Partial<Record<"price_dollar" | "holding_addresses_count", number | null>>,
  extra: { past?: (number | null)[]; reported?: string } = {},
): Promise<void> {
  const asOf = new Date(now.getTime() - DAY).toISOString().slice(0, 10);
  await world.store.run("TRUNCATE TABLE entity_metrics");
  await world.entityMetrics(
    Object.entries(values).flatMap(([metric, val]) =>
      val === null
        ? []
        : [{ type: "asset" as const, id: 1001, metric, val, asOf, firstDay: "2026-01-01", ...extra }],
    ),
  );
  version += 1;
}

const draft = (condition: WatchCondition, change: Partial<WatchDraft> = {}): WatchDraft =>
  watchDraftSchema.parse({
    name: "My watch",
    subject: { type: "asset", id: 1001 } satisfies WatchSubject,
    condition,
    cadence: "at_once",
    receivers: "maker",
    endpointId: null,
    ...change,
  });
const belowPar: WatchCondition = {
  kind: "threshold",
  metric: "price_dollar",
  direction: "below",
  value: 0.99,
};

const make = async (condition: WatchCondition, change: Partial<WatchDraft> = {}, owner = own) =>
  (await createWatch(people, draft(condition, change), { owner, actor: ada.id, limit: 50 })).id;
const firings = async (id: string, owner = own) =>
  (await firingsOfWatch(people, id, owner)).map(({ firing }) => firing.facts);
const problemOf = async (id: string, owner = own) =>
  (await listWatches(people, owner)).find((watch) => watch.id === id)?.problem;
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
/** Sends everything that is due by then. */
const sendAfter = async (ms: number) => {
  later(ms);
  await desk.send();
};
const endpoint = (owner = own, url = receiver.url) => createEndpoint(people, url, { owner, actor: ada.id });

describe("a watch", () => {
  it("fires once per crossing, again after the condition ceased, and once for each version of the data", async () => {
    const id = await make(belowPar);
    const prices = [1, 0.98, 0.97, 1, 0.98];
    const counts: number[] = [];
    for (const price of prices) {
      await data({ price_dollar: price });
      expect(await desk.look()).toBe(1);
      expect(await desk.look()).toBe(0);
      counts.push((await firings(id)).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2]);
    expect((await firings(id)).at(-1)).toMatchObject({
      value: 0.98,
      day: "2026-02-03",
      subject: { type: "asset", id: 1001, slug: "usdx", name: "100%_Dollar" },
    });
  });

  it("on a change compares with the past value", async () => {
    const change = { kind: "change", metric: "price_dollar", direction: "down", by: "percent" } as const;
    const week = await make({ ...change, days: 7, value: 10 });
    const quarter = await make({ ...change, days: 90, value: 10 });
    const day = await make({ ...change, days: 1, value: 10 });
    const at = (value: number, date: string) => ({ metric: "price_dollar", listing: 504, date, value });
    await data({ price_dollar: 10 }, { past: [10, 10, 10] });
    await world.daily([at(10, "2026-02-02"), at(10, "2026-02-03")]);
    await desk.look();
    // 9 after 10 a week before is down 10 %, after 9.5 ninety days before 5.3 %; after 10 the day before 10 %.
    await data({ price_dollar: 9 }, { past: [10, 10, 9.5] });
    await world.store.run("TRUNCATE TABLE daily_metrics");
    await world.daily([at(10, "2026-02-02"), at(9, "2026-02-03")]);
    version += 1;
    await desk.look();
    expect(await firings(week)).toMatchObject([{ value: 9, former: 10 }]);
    expect(await firings(quarter)).toEqual([]);
    expect(await firings(day)).toMatchObject([{ value: 9, former: 10 }]);
  });

  it("on staleness fires without new data, once the days have passed", async () => {
    const id = await make({ kind: "staleness", metric: "price_dollar", days: 3 });
    await data({ price_dollar: 1 }, { reported: "2026-02-03" });
    await desk.look();
    for (let day = 0; day < 2; day += 1) {
      later(DAY);
      expect(await desk.look()).toBe(1);
      expect(await firings(id)).toEqual([]);
    }
    later(DAY);
    await desk.look();
    expect(await firings(id)).toMatchObject([{ reported: "2026-02-03" }]);
  });

  it("on an attestation fires the day after its due date, without new data", async () => {
    const report = evidenceSchema.parse({
      id: 100_071,
      asset: "usdx",
      kind: "attestation",
      state: "known",
      period_end: "2026-01-31",
      report_frequency: "daily",
      document: "Report",
      publisher: "Firm",
      source: "https://example.org/report",
    });
    await loadCatalog(world.store, {
      ...worldCatalog,
      evidence: [...worldCatalog.evidence, report],
    });
    const id = await make({ kind: "attestation_overdue" });
    now = new Date("2026-02-08T23:59:30Z");
    await desk.look();
    expect(await firings(id)).toEqual([]);
    now = new Date("2026-02-09T00:00:30Z");
    await desk.look();
    expect(await firings(id)).toMatchObject([{ reported: "2026-01-31", metric: null }]);
    await loadCatalog(world.store, worldCatalog);
  });

  it("on a peg fires in both directions", async () => {
    const id = await make({ kind: "depeg", percent: 1 });
    for (const price of [1.0, 1.01, 1.02]) {
      await data({ price_dollar: price });
      await desk.look();
    }
    expect(await firings(id)).toMatchObject([{ value: 1.02, metric: "price_dollar" }]);
  });

  it("on checks reports each result once, and once when it is resolved", async () => {
    const row = (id: number, fields: object = {}) => {
      version += 1;
      return world.store.insert("checks", [
        {
          id,
          check_slug: "stale_price",
          severity: "warning",
          state: "open",
          statement: `Price of Alpha: result ${id}. 2026-02-03.`,
          subject_type: "asset",
          subject_id: 1001,
          subject: "Alpha",
          asset_id: 1001,
          measure_id: 42,
          measure_slug: "price_dollar",
          measure_name: "Price",
          date: "2026-02-03",
          last_date: "2026-02-03",
          since: "2026-02-04 09:00:00",
          version,
          ...fields,
        },
      ]);
    };
    const look = async () => {
      version += 1;
      await desk.look();
    };
    try {
      await row(1);
      const id = await make({ kind: "check" });
      const names = async () => (await firings(id)).flatMap(({ items }) => items.map((item) => item.name));
      await look();
      expect(await names()).toEqual([]);
      await row(2);
      await look();
      await look();
      expect(await names()).toEqual(["Price of Alpha: result 2. 2026-02-03"]);
      await row(1, { state: "resolved", resolved: "2026-02-04 09:00:20" });
      await look();
      await look();
      expect((await names()).toSorted()).toEqual([
        "Price of Alpha: result 2. 2026-02-03",
        "Resolved: Price of Alpha: result 1. 2026-02-03",
      ]);
      const facts = await firings(id);
      expect(facts.flatMap(({ items }) => items.map((item) => item.id)).toSorted()).toEqual([1, 2]);
      // Results of another asset are not its own.
      await row(3, { asset_id: 57, subject_id: 57 });
      await look();
      expect(await names()).toHaveLength(2);
    } finally {
      await world.store.run("TRUNCATE TABLE checks");
    }
  });

  it("on the catalog reports new assets, tokens and events, each once", async () => {
    const subject = (type: WatchSubject["type"], id: number | null) => ({ subject: { type, id } });
    const all = await make({ kind: "new_asset" }, subject("catalog", null));
    const ofClass = await make({ kind: "new_asset" }, subject("asset_class", 27));
    const onBase = await make({ kind: "new_asset" }, subject("network", 10));
    const token = await make({ kind: "new_token" }, subject("asset", 57));
    const event = await make({ kind: "event" }, subject("asset", 57));
    const ids = [all, ofClass, onBase, token, event];
    const load = async (catalog: Catalog) => {
      await loadCatalog(world.store, catalog);
      version += 1;
      await desk.look();
    };
    try {
      await load(worldCatalog);
      expect((await Promise.all(ids.map((id) => firings(id)))).flat()).toEqual([]);
      const [asset] = worldCatalog.assets;
      const [ousg] = worldCatalog.tokens;
      const [fact] = worldCatalog.evidence;
      if (asset === undefined || ousg === undefined || fact === undefined) throw new Error("no rows");
      await load({
        ...worldCatalog,
        assets: [
          ...worldCatalog.assets,
          { ...asset, id: 9001, slug: "newer", name: "Newer Bills", ticker: "NEW" },
        ],
        tokens: [...worldCatalog.tokens, tokenSchema.parse({ ...ousg, id: 509, network: "base" })],
        evidence: [
          ...worldCatalog.evidence,
          evidenceSchema.parse({
            id: 100052,
            asset: "ousg",
            kind: "incident",
            state: "known",
            stated: "2026-02-01",
            incident_kind: "suspension",
            document: "Notice",
            publisher: "Ondo",
            source: fact.source,
          }),
        ],
      });
      await desk.look();
      const names = async (id: string) =>
        (await firings(id)).map(({ items }) => items.map((item) => item.name));
      expect(await names(all)).toEqual([["Newer Bills"]]);
      expect(await names(ofClass)).toEqual([["Newer Bills"]]);
      // The asset has come to the network with its new token.
      expect(await names(onBase)).toEqual([["Ondo Short-Term US Treasuries"]]);
      expect(await names(token)).toEqual([["OUSG on Base"]]);
      expect(await names(event)).toMatchObject([
        [expect.stringContaining("Ondo Short-Term US Treasuries: ")],
      ]);
    } finally {
      await loadCatalog(world.store, worldCatalog);
      version += 1;
    }
  });

  it("starts over after a pause, and reports a deleted subject", async () => {
    const id = await make(belowPar);
    const gone = await make(belowPar, { subject: { type: "asset", id: 4_711 } });
    await data({ price_dollar: 1 });
    await desk.look();
    expect(await problemOf(gone)).toBe("gone");
    await pauseWatch(people, { id, isPaused: true }, { owner: own, actor: ada.id });
    await data({ price_dollar: 0.5 });
    await desk.look();
    await pauseWatch(people, { id, isPaused: false }, { owner: own, actor: ada.id });
    await desk.look();
    expect(await firings(id)).toEqual([]);
    await data({ price_dollar: 1 });
    await desk.look();
    await data({ price_dollar: 0.5 });
    await desk.look();
    expect(await firings(id)).toHaveLength(1);
  });
});

describe("data that an owner may not read", () => {
  const { apiAccessPolicies, apiAccessPolicyAssignments, apiAccessRoles, apiAccessUserRoles } = peopleTables;
  beforeEach(async () => {
    await people.db.delete(apiAccessPolicyAssignments);
    await people.db.delete(apiAccessUserRoles);
    await people.db.delete(apiAccessRoles);
    await people.db.delete(apiAccessPolicies);
  });
  /** Gives Ada a role with one policy. */
  const policy = (terms: PolicyTerms) => assignPolicies(people, { userId: ada.id }, [terms]);
  const cases: [string, PolicyTerms, WatchCondition][] = [
    ["denied resource", { effect: "deny", resources: ["assets"] }, belowPar],
    ["hidden metric", { hiddenFields: ["price_dollar"] }, belowPar],
    [
      "filtered row",
      { resources: ["assets"], rowFilter: '{"operator":"equals","field":"id","value":57}' },
      belowPar,
    ],
    ["denied list", { effect: "deny", resources: ["tokens"] }, { kind: "new_token" }],
    ["denied list", { effect: "deny", resources: ["evidence"] }, { kind: "event" }],
  ];
  it.each(cases)("is not reported: a %s of %o", async (_, terms, condition) => {
    const id = await make(condition);
    await data({ price_dollar: 1 });
    await desk.look();
    expect(await problemOf(id)).toBe("");
    await policy(terms);
    await data({ price_dollar: 0.5 });
    await desk.look();
    expect(await problemOf(id)).toBe("unavailable");
    expect(await firings(id)).toEqual([]);
  });

  it("is not reported for the past: a change beyond the history is unknown", async () => {
    await policy({ historyDays: 10 });
    const change = {
      kind: "change",
      metric: "price_dollar",
      direction: "down",
      by: "percent",
      value: 10,
    } as const;
    const week = await make({ ...change, days: 7 });
    const month = await make({ ...change, days: 30 });
    for (const past of [1, 2]) {
      await data({ price_dollar: 1 }, { past: [past, past] });
      await desk.look();
    }
    expect([(await firings(week)).length, (await firings(month)).length]).toEqual([1, 0]);
  });

  it("does not depend on a policy's name or limits: a fired watch is sent", async () => {
    await policy({ historyDays: 10 });
    await make(belowPar);
    for (const price of [1, 0.5]) {
      await data({ price_dollar: price });
      await desk.look();
    }
    await people.db.update(apiAccessPolicies).set({ name: "q", requestsPerMinute: 7 });
    await sendAfter(2 * 60_000);
    expect(mail.mails).toHaveLength(1);
  });

  it("is not sent either if the policy was added between the firing and the email", async () => {
    await make(belowPar);
    for (const price of [1, 0.5]) {
      await data({ price_dollar: price });
      await desk.look();
    }
    await policy({ hiddenFields: ["price_dollar"] });
    await sendAfter(10 * 60_000);
    expect(mail.mails).toEqual([]);
    const [delivery] = await people.db.select().from(watchDeliveries);
    expect(delivery).toMatchObject({ status: "cancelled" });
  });
});

/** Fires a watch with these delivery options. */
async function fire(change: Partial<WatchDraft>, owner = own): Promise<string> {
  const id = await make(belowPar, change, owner);
  for (const price of [1, 0.98]) {
    await data({ price_dollar: price });
    await desk.look();
  }
  return id;
}

describe("email", () => {
  it("combines watches that fire together, links to them, and can be stopped with one request", async () => {
    await make({ kind: "depeg", percent: 1 }, { name: "Peg of <USDX>" });
    await fire({ name: "Below 99 cents" });
    await desk.send();
    expect(mail.mails).toEqual([]);
    await sendAfter(2 * 60_000);
    expect(mail.mails).toHaveLength(1);
    const [received] = mail.mails;
    expect(received).toMatchObject({
      to: ["ada@firm.example"],
      subject: "2 updates from your watches on Cadastre",
    });
    expect(received?.text).toContain(
      "Below 99 cents\nPrice: $0.98, below $0.99.\nhttps://cadastre.example/assets/usdx\n",
    );
    expect(received?.text).toContain("Peg of <USDX>\nPrice: $0.98, 2% from $1.");
    expect(received?.html).toContain("Peg of &lt;USDX&gt;");
    expect(received?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const link = /^<(.*)>$/.exec(received?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(readUnsubscribeToken(token, secret)).toBe(ada.id);
    expect(
      readUnsubscribeToken(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, secret),
    ).toBeNull();
    await stopWatchMail(people, ada.id);
    await fire({ name: "Another" });
    await sendAfter(10 * 60_000);
    expect(mail.mails).toHaveLength(1);
  });

  it("of a day is sent at seven, with the whole day", async () => {
    await fire({ cadence: "daily", name: "First" });
    later(3 * 3_600_000);
    await fire({ cadence: "daily", name: "Second" });
    await desk.send();
    expect(mail.mails).toEqual([]);
    now = new Date("2026-02-05T07:00:00Z");
    await desk.send();
    // The first has crossed twice by then.
    expect(mail.mails.map(({ subject }) => subject)).toEqual(["3 updates from your watches on Cadastre"]);
  });

  it("rejected by the server is retried under the same id", async () => {
    await fire({});
    const away = createMailer({
      url: "smtp://127.0.0.1:1",
      from: "a@b.example",
      log: pino({ level: "silent" }),
    });
    const present = mailer;
    mailer = away;
    desk = deskOn(people);
    await sendAfter(2 * 60_000);
    mailer = present;
    desk = deskOn(people);
    await desk.send();
    expect(mail.mails).toEqual([]);
    await sendAfter(5_000);
    const [delivery] = await people.db.select().from(watchDeliveries);
    expect(delivery?.attempts.map(({ ok }) => ok)).toEqual([false, true]);
    expect(mail.mails.map(({ messageId }) => messageId)).toEqual([`<${delivery?.id}@cadastre.example>`]);
  });
});

describe("an organization", () => {
  let ben: { id: string };
  let team: WatchOwner & { organizationId: string };
  beforeEach(async () => {
    ben = await user("ben@firm.example");
    const [row] = await people.db.insert(organizations).values({ name: "Firm", scope: "team" }).returning();
    if (row === undefined) throw new Error("no organization");
    team = { userId: null, organizationId: row.id };
    await people.db.insert(memberships).values([
      { userId: ada.id, organizationId: row.id, role: "owner" },
      { userId: ben.id, organizationId: row.id, role: "member" },
    ]);
  });
  const receivers = () => mail.mails.flatMap(({ to }) => to).toSorted();

  it("notifies its members as the watch is set, each by a separate email", async () => {
    await fire({ receivers: "members" }, team);
    await sendAfter(2 * 60_000);
    expect(receivers()).toEqual(["ada@firm.example", "ben@firm.example"]);
  });

  it("notifies neither former nor suspended members, nor anyone while it is suspended itself", async () => {
    await fire({ receivers: "members" }, team);
    await people.db.delete(memberships).where(eq(memberships.userId, ben.id));
    await sendAfter(2 * 60_000);
    expect(receivers()).toEqual(["ada@firm.example"]);
    await fire({ receivers: "members" }, team);
    await suspendOrganization(people, { id: team.organizationId, isSuspended: true, actor: "test" });
    await sendAfter(2 * 60_000);
    expect(receivers()).toHaveLength(1);
    // Nor does it fire meanwhile.
    const before = await people.db.select().from(watchFirings);
    for (const price of [1, 0.5]) {
      await data({ price_dollar: price });
      await desk.look();
    }
    expect(await people.db.select().from(watchFirings)).toHaveLength(before.length);
  });

  it("evaluates a watch with the access of the member who changed it last, and notifies its creator", async () => {
    const id = await make(belowPar, {}, team);
    await data({ price_dollar: 1 });
    await desk.look();
    const stored = async () => (await listWatches(people, team)).find((watch) => watch.id === id);
    const edit = (actor: string, change: Partial<WatchDraft>) =>
      editWatch(people, { id, draft: draft(belowPar, change) }, { owner: team, actor });
    // A name does not affect access.
    await edit(ben.id, { name: "Named by Ben" });
    expect(await stored()).toMatchObject({ madeBy: ada.id, state: { holds: false } });
    await edit(ada.id, { cadence: "daily" });
    expect(await stored()).toMatchObject({ madeBy: ada.id, state: { holds: false } });
    await edit(ben.id, { cadence: "at_once" });
    expect(await stored()).toMatchObject({ madeBy: ben.id, state: null });
    // The current state is not a firing.
    for (const [price, fired] of [
      [0.98, 0],
      [1, 0],
      [0.97, 1],
    ] as const) {
      await data({ price_dollar: price });
      await desk.look();
      expect(await firings(id, team)).toHaveLength(fired);
    }
    await sendAfter(2 * 60_000);
    expect(receivers()).toEqual(["ben@firm.example"]);
  });

  it("has every change in the audit log, without the secret", async () => {
    const { id } = await endpoint(team);
    const change = { owner: team, actor: ada.id };
    await make(belowPar, { endpointId: id }, team);
    await pauseEndpoint(people, { id, isPaused: true }, change);
    const { auditLog } = peopleTables;
    const entries = await people.db.select().from(auditLog).where(eq(auditLog.actor, ada.id));
    expect(entries.map(({ action }) => action)).toEqual([
      "create webhook endpoint",
      "create watch",
      "pause webhook endpoint",
    ]);
    expect(JSON.stringify(entries)).not.toContain("whsec_");
  });
});

describe("a user", () => {
  it("who is suspended receives nothing", async () => {
    const { id } = await endpoint();
    await fire({ endpointId: id });
    await suspendUser(people, { id: ada.id, isSuspended: true, actor: "test" });
    await sendAfter(10 * 60_000);
    expect([mail.mails, receiver.received]).toEqual([[], []]);
  });

  it("has a limited number of watches", async () => {
    const one = draft(belowPar);
    const more = { owner: own, actor: ada.id, limit: 2 };
    const made = await Promise.allSettled([1, 2, 3].map(() => createWatch(people, one, more)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});

describe("a webhook", () => {
  it("is signed as specified, once for each firing", async () => {
    const { id, secret: key } = await endpoint();
    const watch = await fire({ endpointId: id, cadence: null, name: "Below 99 cents" });
    await desk.send();
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received;
    if (first === undefined) throw new Error("nothing was received");
    const { headers, body } = first;
    // The library checks the time against the system clock: the rest by hand.
    const signed = new Webhook(key).sign(
      headers["webhook-id"] ?? "",
      new Date(Number(headers["webhook-timestamp"]) * 1_000),
      body,
    );
    expect(headers["webhook-signature"]).toBe(signed);
    expect(Number(headers["webhook-timestamp"])).toBe(Math.floor(now.getTime() / 1_000));
    expect(JSON.parse(body)).toMatchObject({
      type: "watch.fired",
      timestamp: "2026-02-04T09:00:30.000Z",
      data: {
        watch: { id: watch, name: "Below 99 cents" },
        text: "Price: $0.98, below $0.99.",
        subject: { type: "asset", id: 1001, slug: "usdx" },
        measure: "price_dollar",
        value: 0.98,
        date: "2026-02-03",
        is_sample: false,
        url: "https://cadastre.example/assets/usdx",
      },
    });
    expect(body).not.toContain("basis");
  });

  it("that fails is retried at growing intervals under one id, then given up; the endpoint is paused", async () => {
    receiver.answer = (response) => void response.writeHead(503).end("down\u0000 for <maintenance>");
    const { id } = await endpoint();
    await fire({ endpointId: id, cadence: null });
    await desk.send();
    // 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000]) {
      await sendAfter(seconds * 1_000 - 1);
      const before = receiver.received.length;
      await sendAfter(1);
      expect(receiver.received.length).toBe(before + 1);
    }
    expect(receiver.received).toHaveLength(9);
    expect((await readEndpoint(people, id, own)).pausedAt).toBeNull();
    await sendAfter(DAY);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
    const [delivery] = await deliveriesTo(people, id, own);
    expect(delivery).toMatchObject({ status: "failed" });
    expect(delivery?.attempts.at(-1)).toMatchObject({
      status: 503,
      detail: "down  for <maintenance>",
      ok: false,
    });
    expect((await readEndpoint(people, id, own)).pausedReason).toBe("All attempts have failed for 3 days.");
    await sendAfter(30 * DAY);
    expect(receiver.received).toHaveLength(10);
  });

  it("stores a response whose excerpt would end within a character, and is retried on time", async () => {
    receiver.answer = (response) => void response.writeHead(503).end(`${"x".repeat(499)}😀 down`);
    const { id } = await endpoint();
    await fire({ endpointId: id, cadence: null });
    await desk.send();
    const [delivery] = await deliveriesTo(people, id, own);
    expect(delivery?.attempts).toMatchObject([{ status: 503, detail: `${"x".repeat(499)}😀` }]);
    expect(delivery?.dueAt).toEqual(new Date(now.getTime() + 5_000));
  });

  it("can be resent manually, under its id", async () => {
    const { id } = await endpoint();
    await fire({ endpointId: id, cadence: null });
    await desk.send();
    const [delivery] = await deliveriesTo(people, id, own);
    await redeliver(people, { deliveryId: delivery?.id ?? "", owner: own, now });
    await desk.send();
    const ids = receiver.received.map((one) => one.id);
    expect(ids).toEqual([ids[0], ids[0]]);
    const stranger: WatchOwner = { userId: (await user("eve@other.example")).id, organizationId: null };
    await expect(
      redeliver(people, { deliveryId: delivery?.id ?? "", owner: stranger, now }),
    ).rejects.toMatchObject({ kind: "not_found" });
  });

  it("can be tested, at a limited rate", async () => {
    const { id } = await endpoint();
    await queueTest(people, { endpointId: id, owner: own, now });
    await expect(queueTest(people, { endpointId: id, owner: own, now })).rejects.toMatchObject({
      kind: "rate_limited",
    });
    await desk.send();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(["watch.test"]);
    const [sent] = await deliveriesTo(people, id, own);
    const again = { deliveryId: sent?.id ?? "", owner: own };
    await expect(redeliver(people, { ...again, now })).rejects.toMatchObject({ kind: "rate_limited" });
    later(10_000);
    await redeliver(people, { ...again, now });
    await expect(queueTest(people, { endpointId: id, owner: own, now })).rejects.toMatchObject({
      kind: "rate_limited",
    });
  });

  it("is tested once, however many requests at once, and a failed test is not retried", async () => {
    receiver.answer = (response) => void response.writeHead(503).end();
    const { id } = await endpoint();
    const tests = await Promise.allSettled(
      [1, 2, 3].map(() => queueTest(people, { endpointId: id, owner: own, now })),
    );
    expect(tests.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await desk.send();
    await sendAfter(DAY);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesTo(people, id, own)).toMatchObject([{ isTest: true, status: "failed" }]);
  });

  it("is not sent to a paused endpoint, and a 410 response pauses it", async () => {
    receiver.answer = (response) => void response.writeHead(410).end();
    const { id } = await endpoint();
    await fire({ endpointId: id, cadence: null });
    await desk.send();
    expect((await readEndpoint(people, id, own)).pausedReason).toBe("The endpoint returned 410 Gone.");
    // Both watches fire.
    await fire({ endpointId: id, cadence: null });
    await desk.send();
    expect(receiver.received).toHaveLength(1);
    const log = await deliveriesTo(people, id, own);
    expect(log.map(({ status }) => status).toSorted()).toEqual(["cancelled", "cancelled", "failed"]);
  });

  it("follows no redirect, reads a bounded response, and contacts no private address, by name or by number", async () => {
    receiver.answer = (response) => void response.writeHead(302, { location: `${receiver.url}/other` }).end();
    const { id } = await endpoint();
    await fire({ endpointId: id, cadence: null });
    await desk.send();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (response) => void response.writeHead(200).end("x".repeat(5_000_000));
    await sendAfter(5_000);
    const [long] = await deliveriesTo(people, id, own);
    expect(long?.attempts.map(({ status, ok }) => [status, ok])).toEqual([
      [302, false],
      [200, true],
    ]);
    expect(long?.attempts.at(-1)?.detail).toHaveLength(500);
    const strict = deskOn(people, false);
    const requestCount = receiver.received.length;
    const port = new URL(receiver.url).port;
    for (const url of [
      receiver.url,
      `https://127.0.0.1:${port}/`,
      // Host names are resolved when the connection is opened.
      `https://localhost:${port}/`,
      "https://169.254.169.254/latest/meta-data",
      "https://[::ffff:10.0.0.1]/",
    ]) {
      const { id: closed } = await endpoint(own, url);
      later(11_000);
      await queueTest(people, { endpointId: closed, owner: own, now });
      await strict.send();
      const [tried] = await deliveriesTo(people, closed, own);
      expect(tried?.attempts).toMatchObject([{ status: null, ok: false }]);
      expect(tried?.attempts[0]?.detail).toContain("is a private address");
      await people.db.delete(watchDeliveries).where(eq(watchDeliveries.endpointId, closed));
    }
    expect(receiver.received).toHaveLength(requestCount);
  });
});

describe("many webhooks", () => {
  /** Queues a number of webhooks for an endpoint. */
  const queued = async (endpointId: string, count: number) => {
    await people.db.insert(watchDeliveries).values(
      Array.from({ length: count }, () => ({
        channel: "webhook" as const,
        isTest: true,
        endpointId,
        dueAt: now,
        createdAt: now,
      })),
    );
    later(1);
  };
  const delivered = async (endpointId: string) =>
    (await deliveriesTo(people, endpointId, own)).filter(({ status }) => status === "delivered").length;

  it("to one endpoint do not block those to another, and end with the time slice", async () => {
    const { id: busy } = await endpoint();
    const { id: other } = await endpoint();
    await queued(busy, 5);
    await queued(other, 1);
    desk = deskOn(people, true, { sendLimits: { deliveries: 1, ms: 600_000 } });
    expect(await desk.send()).toBe(true);
    expect([await delivered(busy), await delivered(other)]).toEqual([2, 1]);
    desk = deskOn(people, true, { sendLimits: { deliveries: 1_000, ms: 0 } });
    expect(await desk.send()).toBe(true);
    expect(await delivered(busy)).toBe(4);
    desk = deskOn(people);
    expect(await desk.send()).toBe(false);
    expect(await delivered(busy)).toBe(5);
  });

  it("of one owner share time slices with those of others", async () => {
    const busy = await Promise.all(Array.from({ length: 8 }, async () => (await endpoint()).id));
    for (const id of busy) await queued(id, 2);
    const eve = await user("eve@other.example");
    const others: WatchOwner = { userId: eve.id, organizationId: null };
    const { id: late } = await endpoint(others);
    await queued(late, 1);
    desk = deskOn(people, true, { sendLimits: { deliveries: 1, ms: 600_000 } });
    await desk.send();
    expect(await deliveriesTo(people, late, others)).toMatchObject([{ status: "delivered" }]);
  });

  it("in flight to an endpoint from another process count for it", async () => {
    const { id } = await endpoint();
    await queued(id, 5);
    const pending: (() => void)[] = [];
    receiver.answer = (response) => void pending.push(() => response.writeHead(204).end());
    const first = deskOn(people, true, { sendLimits: { deliveries: 1, ms: 600_000 } }).send();
    await expect.poll(() => pending.length).toBe(2);
    expect(await deskOn(people).send()).toBe(false);
    expect(receiver.received).toHaveLength(2);
    for (const answer of pending) answer();
    await first;
  });

  it("stop with the process: no delivery starts after that", async () => {
    const { id } = await endpoint();
    await queued(id, 5);
    expect(await desk.send({ isStopped: () => receiver.received.length > 0 })).toBe(true);
    expect(receiver.received).toHaveLength(2);
    const watch = await make(belowPar);
    await data({ price_dollar: 1 });
    expect(await desk.look({ isStopped: () => true })).toBe(0);
    expect(await desk.look()).toBe(1);
    expect(await problemOf(watch)).toBe("");
  });
});

describe("a claim", () => {
  /** A market that calls `happens` while it is read. */
  const marketWith = (happens: () => void) =>
    createMarket({
      store: world.store,
      dataVersion: () => {
        happens();
        return version;
      },
      cacheBytes: 0,
    });

  it("is renewed after evaluation, and a webhook has the time at which it is sent", async () => {
    const { id } = await endpoint();
    await fire({ endpointId: id });
    later(2 * 60_000);
    const start = now;
    let mailed: Date | null | undefined;
    const slow = deskOn(people, true, {
      market: marketWith(() => later(50_000)),
      mailer: {
        logsOnly: false,
        send: async (message, options) => {
          const [row] = await people.db
            .select()
            .from(watchDeliveries)
            .where(eq(watchDeliveries.channel, "email"));
          mailed = row?.leaseUntil;
          await mailer.send(message, options);
        },
      },
    });
    await slow.send();
    expect(mail.mails).toHaveLength(1);
    expect(mailed?.getTime()).toBeGreaterThan(start.getTime() + 90_000);
    expect(Number(receiver.received[0]?.headers["webhook-timestamp"]) * 1_000).toBeGreaterThan(
      start.getTime() + 1_000,
    );
  });

  it("that is lost during evaluation prevents its former owner from sending", async () => {
    const { id } = await endpoint();
    await fire({ endpointId: id });
    later(2 * 60_000);
    // Another process has the claim from now on.
    const stolen = new Date(now.getTime() + DAY);
    const slow = deskOn(people, true, {
      market: marketWith(() => void people.db.update(watchDeliveries).set({ leaseUntil: stolen }).execute()),
    });
    await slow.send();
    expect([receiver.received, mail.mails]).toEqual([[], []]);
    const left = await people.db.select().from(watchDeliveries);
    expect(left).toMatchObject([
      { status: "pending", attempts: [], leaseUntil: stolen },
      { status: "pending", attempts: [], leaseUntil: stolen },
    ]);
  });
});

it("email that is only logged, without a mail server, is not recorded as delivered", async () => {
  await fire({});
  later(2 * 60_000);
  const logged = createMailer({ url: null, from: "a@cadastre.example", log: pino({ level: "silent" }) });
  await deskOn(people, true, { mailer: logged }).send();
  expect(await people.db.select().from(watchDeliveries)).toMatchObject([
    {
      channel: "email",
      status: "cancelled",
      attempts: [{ ok: false, detail: "No mail server is configured: the email is in the server log." }],
    },
  ]);
});

describe("a process that is killed", () => {
  it("between evaluation and sending loses no firing: the next one sends it", async () => {
    const { id } = await endpoint();
    await fire({ endpointId: id });
    // Nothing of the process remains but the store.
    desk = deskOn(people);
    await sendAfter(2 * 60_000);
    expect([receiver.received.length, mail.mails.length]).toEqual([1, 1]);
  });

  it("while sending causes a second delivery, once its claim has expired, under the same id", async () => {
    const { id } = await endpoint();
    await fire({ endpointId: id, cadence: null });
    // The first process hangs during the request.
    let breakOff = () => {};
    const hung = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        breakOff = () => response.destroy();
        resolve();
      };
    });
    const first = desk.send();
    await hung;
    receiver.answer = (response) => void response.writeHead(204).end();
    const next = deskOn(people);
    await next.send();
    expect(receiver.received).toHaveLength(1);
    later(90_001);
    await next.send();
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    breakOff();
    await first;
    // The first process's result after it lost its claim changes nothing.
    expect((await readEndpoint(people, id, own)).failingSince).toBeNull();
    const [delivery] = await people.db
      .select()
      .from(watchDeliveries)
      .where(and(eq(watchDeliveries.endpointId, id)));
    expect(delivery).toMatchObject({ status: "delivered" });
  });
});

it("two concurrent evaluations count once", async () => {
  const id = await make(belowPar);
  await data({ price_dollar: 1 });
  await desk.look();
  await data({ price_dollar: 0.98 });
  await Promise.all([desk.look(), deskOn(people).look()]);
  expect(await firings(id)).toHaveLength(1);
  expect((await people.db.select().from(watches)).map(({ revision }) => revision)).toEqual([2]);
});
