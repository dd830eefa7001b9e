/** Watches with several processes that share a PostgreSQL server, one of which is killed. */
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMailer } from "#accounts/mail";
import { createEndpoint, createWatch, type WatchOwner } from "#accounts/watches";
import { createWatchService, type WatchService } from "#api";
import { watchDraftSchema } from "#domain/watches";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { POSTGRES_MISSING, postgresBinaries, startPostgres } from "../support/postgres";
import { type MailServer, startMailServer } from "../support/smtp";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhookReceiver";

const absent = postgresBinaries() === null;
const WATCHES = 12;

describe.skipIf(absent)(`watches on a PostgreSQL server${absent ? ` (${POSTGRES_MISSING})` : ""}`, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let world: MarketWorld;
  let mail: MailServer;
  let receiver: WebhookReceiver;
  let stores: PeopleStore[];
  let desks: WatchService[];
  let now = new Date("2026-02-04T09:00:00Z");
  let version = 0;

  beforeAll(async () => {
    server = await startPostgres();
    world = await openMarketWorld();
    mail = await startMailServer();
    receiver = await startWebhookReceiver();
    const open = () => openPeopleStore({ url: server.url, folder: "" });
    stores = [await open(), await open(), await open()];
    const log = pino({ level: "silent" });
    desks = stores.map((people) =>
      createWatchService({
        people,
        market: createMarket({ store: world.store, dataVersion: () => version }),
        mailer: createMailer({ url: mail.url, from: "a@b.example", log }),
        log,
        brand: "Cadastre",
        baseUrl: "https://cadastre.example",
        secret: "s",
        rules: { anyAddress: true },
        now: () => now,
      }),
    );
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await receiver.stop();
    await mail.stop();
    await world.close();
    await server.stop();
  });

  async function price(val: number): Promise<void> {
    await world.store.run("TRUNCATE TABLE entity_metrics");
    await world.entityMetrics([{ type: "asset", id: 1001, metric: "price_dollar", val }]);
    version += 1;
  }
  const everyDesk = (work: (desk: WatchService) => Promise<unknown>) => Promise.all(desks.map(work));

  it("are evaluated once and sent once, however many processes run at once", async () => {
    const [people] = stores;
    if (people === undefined) throw new Error("no store");
    const [ada] = await people.db
      .insert(peopleTables.users)
      .values({ email: "ada@firm.example" })
      .returning();
    if (ada === undefined) throw new Error("no user");
    const owner: WatchOwner = { userId: ada.id, organizationId: null };
    const change = { owner, actor: ada.id };
    const { id: endpointId } = await createEndpoint(people, receiver.url, change);
    for (let watch = 0; watch < WATCHES; watch += 1) {
      const draft = watchDraftSchema.parse({
        name: `Watch ${watch}`,
        subject: { type: "asset", id: 1001 },
        condition: { kind: "threshold", metric: "price_dollar", direction: "below", value: 0.99 },
        cadence: "at_once",
        receivers: "maker",
        endpointId,
      });
      await createWatch(people, draft, { ...change, limit: WATCHES });
    }
    for (const val of [1, 0.5]) {
      await price(val);
      await everyDesk((desk) => desk.look());
    }
    expect(await people.db.select().from(peopleTables.watchFirings)).toHaveLength(WATCHES);
    await everyDesk((desk) => desk.send());
    now = new Date("2026-02-04T09:02:00Z");
    await everyDesk((desk) => desk.send());
    const ids = receiver.received.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([WATCHES, WATCHES]);
    expect(mail.mails.map(({ subject }) => subject)).toEqual([
      `${WATCHES} updates from your watches on Cadastre`,
    ]);
    const left = await people.db
      .select()
      .from(peopleTables.watchDeliveries)
      .where(eq(peopleTables.watchDeliveries.status, "pending"));
    expect(left).toEqual([]);
  });
});
