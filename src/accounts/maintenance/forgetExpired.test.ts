import { afterAll, beforeAll, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { forgetExpired } from "./forgetExpired";

const { invitations, organizations, sessions, signInBrowsers, signInCodes, signInGuesses, users } =
  peopleTables;
const now = new Date("2026-03-01T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

let store: PeopleStore;
beforeAll(async () => {
  store = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => store.close());

it("deletes expired rows and retains the others", async () => {
  const { db } = store;
  const [user] = await db.insert(users).values({ email: "a@b.example" }).returning();
  const [organization] = await db.insert(organizations).values({ name: "b", scope: "personal" }).returning();
  if (user === undefined || organization === undefined) throw new Error("not stored");
  const session = (tokenHash: string, expiresAt: Date) => ({ tokenHash, userId: user.id, expiresAt });
  await db.insert(sessions).values([session("over", daysAgo(1)), session("open", daysAgo(-1))]);
  const code = (codeHash: string, expiresAt: Date) => ({ email: user.email, codeHash, expiresAt });
  await db.insert(signInCodes).values([code("old", daysAgo(2)), code("today", daysAgo(0.5))]);
  const guess = (email: string, hour: Date) => ({ email, source: "known", wrong: 5, hour, updatedAt: hour });
  await db
    .insert(signInGuesses)
    .values([guess("old@b.example", daysAgo(2.1)), guess("new@b.example", daysAgo(0.5))]);
  const browser = (browserHash: string, seenAt: Date) => ({ userId: user.id, browserHash, seenAt });
  await db.insert(signInBrowsers).values([browser("unused", daysAgo(181)), browser("used", daysAgo(179))]);
  const invitation = (email: string, expiresAt: Date) => ({
    organizationId: organization.id,
    email,
    role: "member" as const,
    expiresAt,
  });
  await db.insert(invitations).values([invitation("old", daysAgo(91)), invitation("recent", daysAgo(89))]);

  await forgetExpired(store, now);

  expect((await db.select().from(sessions)).map((row) => row.tokenHash)).toEqual(["open"]);
  expect((await db.select().from(signInCodes)).map((row) => row.codeHash)).toEqual(["today"]);
  expect((await db.select().from(signInGuesses)).map((row) => row.email)).toEqual(["new@b.example"]);
  expect((await db.select().from(signInBrowsers)).map((row) => row.browserHash)).toEqual(["used"]);
  expect((await db.select().from(invitations)).map((row) => row.email)).toEqual(["recent"]);
});
