/** Validates, rate-limits, stores and mails the messages of the contact form. */

import { desc, eq } from "drizzle-orm";
import { html, raw } from "hono/html";
import type { Logger } from "pino";
import { InvalidError, RateLimitedError } from "#domain/errors";
import { CONTACT_TRAP, type ContactRequest, contactRequestSchema, contactTopicLabel } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import type { Limits } from "../limits/limits";
import type { Mail, Mailer } from "../mail/mailer";
import { mailLayout } from "../mail/messages";

const { contactRequests } = peopleTables;

export type StoredContactRequest = typeof contactRequests.$inferSelect;

/** Stores a request and returns its id. */
async function addContactRequest(
  { db }: PeopleStore,
  { topic, name, email, company, message }: Omit<ContactRequest, "website">,
): Promise<string> {
  const [row] = await db
    .insert(contactRequests)
    .values({ topic, name, email, company, message })
    .returning({ id: contactRequests.id });
  if (row === undefined) throw new Error("A contact request was not stored");
  return row.id;
}

/** Records that the mail about a request was sent. */
async function markMailed({ db }: PeopleStore, id: string): Promise<void> {
  await db.update(contactRequests).set({ mailedAt: new Date() }).where(eq(contactRequests.id, id));
}

/** Newest first. */
export const listContactRequests = (
  { db }: PeopleStore,
  { limit }: { limit: number },
): Promise<StoredContactRequest[]> =>
  db.select().from(contactRequests).orderBy(desc(contactRequests.at)).limit(limit);

interface ContactMailOptions {
  to: string;
  brand: string;
  request: Omit<ContactRequest, "website">;
}

/** A message of the contact form, for the operator. Replies go to the visitor. */
function contactMail({ to, brand, request }: ContactMailOptions): Mail {
  const { topic, name, email, company, message } = request;
  const about = contactTopicLabel(topic);
  const facts = [
    ["Topic", about],
    ["From", name],
    ["Email", email],
    ["Company", company],
  ] as const;
  return {
    to,
    replyTo: email,
    subject: `${brand}: ${about} (${company})`,
    text: `${facts.map(([label, value]) => `${label}: ${value}`).join("\n")}\n\n${message}\n`,
    html: mailLayout(html`<p>${facts.map(([label, value], index) => [index === 0 ? "" : raw("<br>"), `${label}: ${value}`])}</p>
<p style="white-space:pre-wrap">${message}</p>`),
  };
}

export interface ContactDesk {
  /**
   * Stores a request, then mails it. A submission that fills in the hidden field is dropped silently. If the
   * mail fails, the request stays stored and the reason is logged.
   * @throws InvalidError naming each invalid field; RateLimitedError for too many from one network
   */
  receive(input: unknown, networkAddress: string): Promise<void>;
}

export interface ContactDeskOptions {
  people: PeopleStore;
  mailer: Pick<Mailer, "send">;
  /** Addresses that requests are mailed to; if empty, requests are only stored. */
  receivers: readonly string[];
  brand: string;
  log: Pick<Logger, "info" | "error">;
  limits: Pick<Limits, "contact" | "contactTotal">;
}

export function createContactDesk(options: ContactDeskOptions): ContactDesk {
  const { people, mailer, receivers, brand, log, limits } = options;
  const count = async (networkAddress: string) => {
    let state = await limits.contact.countAddress(networkAddress);
    if (!state.isOver) state = await limits.contactTotal.count("all");
    if (!state.isOver) return;
    const minutes = Math.ceil(state.retryAfter / 60);
    throw new RateLimitedError(
      `Too many requests from your network. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      state.retryAfter,
    );
  };
  return {
    receive: async (input, networkAddress) => {
      const parsed = contactRequestSchema.safeParse(input);
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
        throw new InvalidError("The request is incomplete.", problems);
      }
      await count(networkAddress);
      const { [CONTACT_TRAP]: trap, ...request } = parsed.data;
      if (trap !== "") {
        log.info("A contact request was dropped: it filled in the hidden field");
        return;
      }
      const id = await addContactRequest(people, request);
      if (receivers.length === 0) return;
      try {
        for (const to of receivers) await mailer.send(contactMail({ to, brand, request }));
        await markMailed(people, id);
      } catch (error) {
        log.error({ err: error, request: id }, "A contact request was stored but could not be emailed");
      }
    },
  };
}
