/** Evaluates watches against the data, and sends their firings. */

import type { Logger } from "pino";
import { type Mailer, watchMail } from "#accounts/mail";
import {
  cancelDelivery,
  claimDeliveries,
  type DeliveredFiring,
  type Delivery,
  endpointOf,
  extendClaim,
  firingsOf,
  mailReceiver,
  mailStopToken,
  readerOfWatch,
  receiversOf,
  recordAttempt,
  recordLook,
  renewClaim,
  type StoredWatch,
  watchesToLookAt,
} from "#accounts/watches";
import { isoDay } from "#domain/days";
import { entityPage, entityTypes } from "#domain/resources";
import { advanceWatch, firingWords, type WatchConditionKind } from "#domain/watches";
import type { Market } from "#market";
import type { PeopleStore, WatchFiringFacts } from "#stores";
import { basisOf, canStillRead } from "./canStillRead";
import { evaluateWatch } from "./evaluateWatch";
import { sendWebhook } from "./sendWebhook";
import type { WebhookRules } from "./webhookTarget";

/** The absolute URL of the page about a firing's subject. */
function pageOfFiring(
  { subject, condition }: Pick<WatchFiringFacts, "subject" | "condition">,
  baseUrl: string,
): string {
  const { type, slug } = subject;
  if (type === "catalog" || slug === null) {
    const pages: Partial<Record<WatchConditionKind, string>> = { event: "/evidence", check: "/status" };
    return `${baseUrl}${pages[condition.kind] ?? "/new-asset-monitor"}`;
  }
  const kind = entityTypes.find((one) => one === type);
  const path = kind === undefined ? null : entityPage(kind, slug);
  return `${baseUrl}${path ?? "/settings/watches"}`;
}

/** The body of a webhook about a firing, in the format that the Standard Webhooks specification proposes. */
function firingPayload({ id, at, facts, watch }: DeliveredFiring, baseUrl: string): string {
  const { condition, subject, metric, value, former, reported, day, isSample, items, itemCount } = facts;
  return JSON.stringify({
    type: "watch.fired",
    timestamp: at.toISOString(),
    data: {
      firing_id: id,
      watch: { id: watch.id, name: watch.name },
      condition,
      text: firingWords(condition, facts),
      subject: { type: subject.type, id: subject.id, slug: subject.slug, name: subject.name },
      measure: metric,
      value,
      former_value: former,
      date: day,
      last_observed: reported,
      is_sample: isSample ?? false,
      items,
      item_count: itemCount,
      url: pageOfFiring(facts, baseUrl),
    },
  });
}

/** The body of a test. */
const testPayload = (at: Date): string =>
  JSON.stringify({
    type: "watch.test",
    timestamp: at.toISOString(),
    data: { text: "This is a test of your endpoint. No watch has fired." },
  });

/** Path of the unsubscribe link in email from watches. */
export const UNSUBSCRIBE_PATH = "/watches/unsubscribe";

export interface WatchServiceOptions {
  people: PeopleStore;
  market: Market;
  mailer: Pick<Mailer, "send" | "logsOnly">;
  log: Pick<Logger, "error">;
  brand: string;
  baseUrl: string;
  /** Signs unsubscribe links. */
  secret: string;
  rules: WebhookRules;
  /** Default: the system clock. */
  now?: () => Date;
  /** Number of deliveries, or time, after which `send` returns, so that watches can be evaluated in between. */
  sendLimits?: { deliveries: number; ms: number };
}

export interface RoundOptions {
  /** Whether to start no further work. */
  isStopped?: () => boolean;
}

export interface WatchService {
  /** Evaluates every watch that was not evaluated with the present data version. @returns the number evaluated */
  look(options?: RoundOptions): Promise<number>;
  /** Sends due deliveries, up to the limits of a batch. @returns whether more may be due */
  send(options?: RoundOptions): Promise<boolean>;
}

/** Watches read and deliveries claimed per query. */
const BATCH = 50;
const CLAIMED = 10;
const SEND_LIMITS = { deliveries: 200, ms: 30_000 };
/** Maximum number of items that a firing names. */
const LISTED_ITEMS = 20;

export function createWatchService(options: WatchServiceOptions): WatchService {
  const {
    people,
    market,
    mailer,
    log,
    brand,
    baseUrl,
    secret,
    rules,
    now = () => new Date(),
    sendLimits = SEND_LIMITS,
  } = options;

  const lookFor = async (watch: StoredWatch, version: string): Promise<boolean> => {
    const at = now();
    const day = isoDay(at);
    const looked = { watch, version, day, now: at };
    const reader = await readerOfWatch(people, watch);
    // Watches of a suspended owner find nothing, and start over when the suspension ends.
    if (reader === null) return recordLook(people, { ...looked, state: null, problem: "", facts: null });
    const found = await evaluateWatch(market, { watch, reader, today: day });
    if (found.problem !== "") {
      return recordLook(people, { ...looked, state: null, problem: found.problem, facts: null });
    }
    const { state, fires, added } = advanceWatch(watch.state, found.look, basisOf(reader));
    const isNew = new Set(added);
    const items = found.items
      .filter(({ id }) => isNew.has(id))
      .map((item) => ({ ...item, id: Math.abs(item.id) }));
    const facts = fires
      ? { ...found.facts, items: items.slice(0, LISTED_ITEMS), itemCount: items.length }
      : null;
    return recordLook(people, { ...looked, state, problem: "", facts });
  };

  const look = async ({ isStopped = () => false }: RoundOptions = {}) => {
    const version = await market.dataVersion();
    const failed = new Set<string>();
    let count = 0;
    for (;;) {
      const day = isoDay(now());
      const batch = await watchesToLookAt(people, { version, day }, BATCH + failed.size);
      const open = batch.filter(({ id }) => !failed.has(id));
      if (open.length === 0) return count;
      for (const watch of open) {
        if (isStopped()) return count;
        try {
          if (await lookFor(watch, version)) count += 1;
          // The watch changed, or another process evaluated it first. If it is still due, it is read again.
          else failed.add(watch.id);
        } catch (error) {
          failed.add(watch.id);
          log.error({ err: error, watch: watch.id }, "A watch could not be evaluated");
        }
      }
    }
  };

  /**
   * The firings of a delivery that its receiver wants and the watches' owners can still read, with the renewed
   * claim; null if the claim was lost.
   */
  const readableFirings = async (
    claimed: Delivery,
    isWanted: (watch: StoredWatch) => Promise<boolean> = async () => true,
  ): Promise<{ delivery: Delivery; firings: DeliveredFiring[] } | null> => {
    const sources = { people, market, known: new Map() };
    const firings: DeliveredFiring[] = [];
    let delivery = claimed;
    for (const firing of await firingsOf(people, claimed.id)) {
      const kept = await extendClaim(people, delivery, now());
      if (kept === null) return null;
      delivery = kept;
      if ((await isWanted(firing.watch)) && (await canStillRead(sources, firing, now()))) {
        firings.push(firing);
      }
    }
    const renewed = await renewClaim(people, delivery, now());
    return renewed === null ? null : { delivery: renewed, firings };
  };

  const sendMail = async (claimed: Delivery) => {
    const receiver = await mailReceiver(people, claimed);
    if (receiver === null) {
      await cancelDelivery(people, claimed, {
        detail: "The recipient has unsubscribed or is suspended.",
        now: now(),
      });
      return;
    }
    const readable = await readableFirings(
      claimed,
      async (watch) =>
        // The receiver may have left the organization.
        watch.cadence !== null && (await receiversOf(people, watch)).includes(receiver.id),
    );
    if (readable === null) return;
    const { delivery, firings } = readable;
    const at = now();
    if (firings.length === 0) {
      await cancelDelivery(people, delivery, { detail: "No longer available to you.", now: at });
      return;
    }
    const startedAt = performance.now();
    let detail = "";
    try {
      const mail = watchMail({
        to: receiver.email,
        brand,
        lines: firings.map(({ watch, facts }) => ({
          watch: watch.name,
          text: firingWords(facts.condition, facts),
          link: pageOfFiring(facts, baseUrl),
        })),
        settings: `${baseUrl}/settings/watches`,
        unsubscribe: `${baseUrl}${UNSUBSCRIBE_PATH}?token=${mailStopToken(receiver.id, secret)}`,
        messageId: `<${delivery.id}@${new URL(baseUrl).hostname}>`,
      });
      await mailer.send(mail, { untilSent: true });
      if (mailer.logsOnly) {
        const unsent = "No mail server is configured: the email is in the server log.";
        await cancelDelivery(people, delivery, { detail: unsent, now: now() });
        return;
      }
    } catch {
      // The mailer logs failures.
      detail = "The mail server did not accept the message.";
    }
    const attempt = {
      at: at.toISOString(),
      status: null,
      latencyMs: Math.round(performance.now() - startedAt),
      detail,
      ok: detail === "",
    };
    await recordAttempt(people, { delivery, attempt, isGone: false, now: now() });
  };

  const sendHook = async (claimed: Delivery) => {
    const endpoint = await endpointOf(people, claimed);
    const cancel = (detail: string) => cancelDelivery(people, claimed, { detail, now: now() });
    if (endpoint === null) return cancel("The endpoint was deleted.");
    if (endpoint.pausedAt !== null) return cancel("The endpoint is paused.");
    const readable = await readableFirings(claimed);
    if (readable === null) return;
    const { delivery, firings } = readable;
    const [firing] = firings;
    const end = (detail: string) => cancelDelivery(people, delivery, { detail, now: now() });
    if (firing === undefined && !delivery.isTest) return end("No longer available to you.");
    if (delivery.isTest && (await readerOfWatch(people, { ...endpoint, madeBy: null })) === null) {
      return end("The owner is suspended.");
    }
    const attempt = await sendWebhook({
      id: `msg_${delivery.id.replaceAll("-", "")}`,
      url: endpoint.url,
      secret: endpoint.secret,
      body: firing === undefined ? testPayload(delivery.createdAt) : firingPayload(firing, baseUrl),
      rules,
      now: now(),
    });
    await recordAttempt(people, { delivery, attempt, isGone: attempt.status === 410, now: now() });
  };

  const send = async ({ isStopped = () => false }: RoundOptions = {}) => {
    const startedAt = performance.now();
    let count = 0;
    for (;;) {
      if (isStopped()) return true;
      const claimed = await claimDeliveries(people, { limit: CLAIMED, now: now() });
      if (claimed.length === 0) return false;
      count += claimed.length;
      await Promise.all(
        claimed.map(async (delivery) => {
          try {
            await (delivery.channel === "email" ? sendMail(delivery) : sendHook(delivery));
          } catch (error) {
            // The lease expires, and the delivery is retried.
            log.error({ err: error, delivery: delivery.id }, "A delivery could not be made");
          }
        }),
      );
      if (count >= sendLimits.deliveries || performance.now() - startedAt >= sendLimits.ms) return true;
    }
  };

  return { look, send };
}
