import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeProblem } from "#domain/people";
import { featureFlagDefaults } from "#domain/vocabulary";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import {
  allApiKeys,
  createApiKey,
  hashOfKey,
  LISTED_ENDED_KEYS,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
} from "./apiKeys";
import { REMEMBER_MS } from "./verifiedKeys";
import { apiKeyAllows, verifyApiKey, verifyKeyByHash } from "./verifyApiKey";

let people: PeopleStore;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => people.close());

describe("an API key", () => {
  test("has 256 bits, is shown once and stored only as a digest", async () => {
    const { id, key, prefix } = await createApiKey(people, { name: "mine" });
    expect(key).toMatch(/^cad_[A-Za-z0-9_-]{43}$/);
    expect(key.startsWith(prefix)).toBe(true);
    const [row] = await people.db.select().from(peopleTables.apiKeys).where(eq(peopleTables.apiKeys.id, id));
    expect(JSON.stringify(row)).not.toContain(key);
    expect(JSON.stringify(await allApiKeys(people))).not.toContain(row?.hash);
  });

  test("is verified, and records when it was used", async () => {
    const { id, key } = await createApiKey(people, { name: "used", requestsPerMinute: 7 });
    expect(await verifyApiKey(people, key)).toMatchObject({ id, name: "used", requestsPerMinute: 7 });
    const listed = (await allApiKeys(people)).find((k) => k.id === id);
    expect(listed?.lastUsedAt).toBeInstanceOf(Date);
  });

  test("is not verified by a part of it, another key or its digest", async () => {
    const { key } = await createApiKey(people, { name: "part" });
    for (const wrong of ["", "cad_", key.slice(0, -1), `${key} `, key.toUpperCase()]) {
      expect(await verifyApiKey(people, wrong)).toBeNull();
    }
  });

  test("is rejected immediately after revocation, even if it was verified just before", async () => {
    const { id, key } = await createApiKey(people, { name: "short" });
    expect(await verifyApiKey(people, key)).not.toBeNull();
    await revokeApiKey(people, id);
    expect(await verifyApiKey(people, key)).toBeNull();
    await revokeApiKey(people, id);
    await expect(revokeApiKey(people, 999_999)).rejects.toMatchObject({ kind: "not_found" });
  });

  test("is rejected for a request whose look-up was in flight at revocation, at any step", async () => {
    for (let steps = 0; steps < 30; steps += 1) {
      const { id, key } = await createApiKey(people, { name: "raced" });
      const lookingUp = verifyApiKey(people, key);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      await Promise.all([revokeApiKey(people, id), lookingUp]);
      expect(await verifyApiKey(people, key), `after ${steps} steps`).toBeNull();
    }
  });

  test("is rejected after its expiry", async () => {
    const { key } = await createApiKey(people, { name: "old", expiresAt: new Date(Date.now() - 1000) });
    expect(await verifyApiKey(people, key)).toBeNull();
    const soon = await createApiKey(people, { name: "soon", expiresAt: new Date(Date.now() + 300) });
    expect(await verifyApiKey(people, soon.key)).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await verifyApiKey(people, soon.key)).toBeNull();
  });

  test("of an organization is listed and revoked only by that organization", async () => {
    const [one, other] = await people.db
      .insert(peopleTables.organizations)
      .values([
        { name: "one", scope: "personal" },
        { name: "other", scope: "personal" },
      ])
      .returning();
    if (one === undefined || other === undefined) throw new Error("no organizations");
    const { id, key } = await createApiKey(people, { name: "theirs", organizationId: one.id });
    expect(await verifyApiKey(people, key)).toMatchObject({ organizationId: one.id, requestsPerMinute: 30 });
    expect((await listApiKeys(people, { organizationId: one.id })).map((k) => k.id)).toEqual([id]);
    expect(await listApiKeys(people, { organizationId: other.id })).toEqual([]);
    await expect(revokeApiKey(people, id, { organizationId: other.id })).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  test("is listed while it is live; of ended keys, only the newest are listed", async () => {
    const [organization] = await people.db
      .insert(peopleTables.organizations)
      .values({ name: "many", scope: "personal" })
      .returning();
    const organizationId = organization?.id ?? "";
    const { id } = await createApiKey(people, { name: "live", organizationId });
    const ended = await people.db
      .insert(peopleTables.apiKeys)
      .values(
        Array.from({ length: LISTED_ENDED_KEYS + 5 }, (_, number) => ({
          name: "ended",
          prefix: "cad_ended",
          hash: `many ${number}`,
          organizationId,
          ...(number % 2 === 0 ? { revokedAt: new Date() } : { expiresAt: new Date(0) }),
        })),
      )
      .returning({ id: peopleTables.apiKeys.id });
    const [oldest, ...newer] = ended.map((one) => one.id);
    const listed = await listApiKeys(people, { organizationId });
    expect(listed.map((one) => one.id)).toEqual([...newer.slice(4).reverse(), id]);
    // Keys omitted from the list can still be read, by their organization only.
    expect(await readApiKey(people, oldest ?? 0, { organizationId })).toMatchObject({ name: "ended" });
    expect(await readApiKey(people, oldest ?? 0, { organizationId, kind: "link" })).toBeNull();
    const other = crypto.randomUUID();
    expect(await readApiKey(people, oldest ?? 0, { organizationId: other })).toBeNull();
  });

  test("revoked by another process is rejected within a second", async () => {
    const { id, key } = await createApiKey(people, { name: "elsewhere" });
    expect(await verifyApiKey(people, key)).not.toBeNull();
    // Another process writes to the store without notifying this one.
    await people.db
      .update(peopleTables.apiKeys)
      .set({ revokedAt: new Date() })
      .where(eq(peopleTables.apiKeys.id, id));
    expect(REMEMBER_MS).toBeLessThan(1_000);
    await expect.poll(() => verifyApiKey(people, key)).toBeNull();
  });

  test("gets a new secret on rotation, and the previous one is rejected immediately", async () => {
    const { id, key, prefix } = await createApiKey(people, { name: "rotated", requestsPerMinute: 9 });
    expect(await verifyApiKey(people, key)).not.toBeNull();
    const next = await rotateApiKey(people, id, { graceHours: 0 });
    expect(next.key).not.toBe(key);
    expect(await verifyApiKey(people, key)).toBeNull();
    expect(await verifyApiKey(people, next.key)).toMatchObject({ id, name: "rotated", requestsPerMinute: 9 });
    const listed = (await allApiKeys(people)).find((one) => one.id === id);
    expect(listed).toMatchObject({ prefix: next.prefix, previousEndsAt: null });
    expect(listed?.prefix).not.toBe(prefix);
    expect(listed?.rotatedAt).toBeInstanceOf(Date);
  });

  test("is rejected for a request whose look-up was in flight at rotation, at any step", async () => {
    for (let steps = 0; steps < 30; steps += 1) {
      const { id, key } = await createApiKey(people, { name: "raced" });
      const lookingUp = verifyApiKey(people, key);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      const [next] = await Promise.all([rotateApiKey(people, id, { graceHours: 0 }), lookingUp]);
      expect(await verifyApiKey(people, key), `after ${steps} steps`).toBeNull();
      expect(await verifyApiKey(people, next.key)).toMatchObject({ id });
    }
  });

  test("accepts its previous secret for the grace period chosen, and never the one before that", async () => {
    const { id, key: first } = await createApiKey(people, { name: "graced" });
    const { key: second } = await rotateApiKey(people, id, { graceHours: 1 });
    expect(await verifyApiKey(people, first)).toMatchObject({ id });
    expect(await verifyApiKey(people, second)).toMatchObject({ id });
    const { key: third } = await rotateApiKey(people, id, { graceHours: 1 });
    expect(await verifyApiKey(people, first)).toBeNull();
    expect(await verifyApiKey(people, second)).toMatchObject({ id });
    await people.db
      .update(peopleTables.apiKeys)
      .set({ previousEndsAt: new Date(Date.now() - 1) })
      .where(eq(peopleTables.apiKeys.id, id));
    await expect.poll(() => verifyApiKey(people, second)).toBeNull();
    expect(await verifyApiKey(people, third)).toMatchObject({ id });
    await revokeApiKey(people, id);
    for (const secret of [first, second, third]) expect(await verifyApiKey(people, secret)).toBeNull();
    await expect(rotateApiKey(people, id, { graceHours: 0 })).rejects.toMatchObject({
      kind: "precondition_failed",
    });
  });

  test("is limited to the endpoints and actions it was created with", async () => {
    const { key } = await createApiKey(people, {
      name: "narrow",
      endpoints: ["assets"],
      actions: ["read"],
    });
    const narrow = await verifyApiKey(people, key);
    expect(narrow).toMatchObject({ endpoints: ["assets"], actions: ["read"] });
    if (narrow === null) throw new Error("not verified");
    expect(scopeProblem(narrow, { scope: "assets", action: "read" })).toBeNull();
    expect(scopeProblem(narrow, { scope: "tokens", action: "read" })).toBe(
      "This API key is limited to assets. Use a key that includes tokens.",
    );
    expect(scopeProblem(narrow, { scope: null, action: "read" })).not.toBeNull();
    expect(scopeProblem(narrow, { scope: "assets", action: "download" })).toBe(
      "This API key can read JSON but not download files. Use a key that allows downloads.",
    );
  });

  test("allows what its owner can do; an operator's key allows everything", async () => {
    const { key } = await createApiKey(people, { name: "operator" });
    const operator = await verifyApiKey(people, key);
    if (operator === null) throw new Error("not verified");
    expect(apiKeyAllows(operator, "experimental")).toBe(true);
    const owned = { ...operator, userId: "u", features: { ...featureFlagDefaults, "enable-api-keys": true } };
    expect(apiKeyAllows(owned, "public")).toBe(true);
    expect(apiKeyAllows(owned, "experimental")).toBe(false);
    expect(apiKeyAllows({ ...owned, features: { ...featureFlagDefaults } }, "public")).toBe(false);
  });
});

test("a look-up by hash does not count as use if isUse is false, and fails once the key is revoked", async () => {
  const { id, key } = await createApiKey(people, { name: "looked up" });
  const hash = hashOfKey(key);
  expect(await verifyKeyByHash(people, hash, { isUse: false })).toMatchObject({ id, hash });
  const [row] = await people.db.select().from(peopleTables.apiKeys).where(eq(peopleTables.apiKeys.id, id));
  expect(row?.lastUsedAt).toBeNull();
  await revokeApiKey(people, id);
  expect(await verifyKeyByHash(people, hash)).toBeNull();
  expect(await verifyKeyByHash(people, hashOfKey("of no key"))).toBeNull();
});
