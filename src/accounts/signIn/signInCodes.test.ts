import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { remainingDelay } from "./guessBudget";
import { MAX_WRONG_TRIES, newSignInCode, redeemSignInCode, storeSignInCode } from "./signInCodes";

const { signInGuesses } = peopleTables;

let store: PeopleStore;
beforeAll(async () => {
  store = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => store.close());

let counter = 0;
const someone = () => {
  counter += 1;
  return `person${counter}@firm.example`;
};
const soon = () => new Date(Date.now() + 600_000);

interface From {
  browser?: string;
  network?: string;
  isKnown?: boolean;
}
const originOf = ({ browser = "mine", network = "192.0.2.1", isKnown = false }: From) => ({
  browserHash: browser,
  networkAddress: network,
  isKnown,
});
const send = (email: string, codeHash: string, from: From = {}, expiresAt = soon()) =>
  storeSignInCode(store, { email, codeHash, browserHash: originOf(from).browserHash, expiresAt });
const type = async (email: string, codeHash: string, from: From = {}) =>
  (await redeemSignInCode(store, { email, codeHash, origin: originOf(from) })) !== null;

/** Wrong codes counted for an address; attempts that were not evaluated are excluded. */
const wrongTries = async (email: string) =>
  (await store.db.select().from(signInGuesses))
    .filter((row) => row.email === email)
    .reduce((sum, row) => sum + row.wrong, 0);
/** Lets the growing delay pass, without other effects. */
const waitOut = () => store.db.update(signInGuesses).set({ updatedAt: new Date(0) });

describe("a sign-in code", () => {
  it("has six digits, leading zeros included", () => {
    for (let i = 0; i < 1000; i += 1) expect(newSignInCode()).toMatch(/^\d{6}$/);
  });

  it("works once", async () => {
    const email = someone();
    await send(email, "h");
    expect(await type(email, "h")).toBe(true);
    expect(await type(email, "h")).toBe(false);
  });

  it("works for exactly one of many requests at once", async () => {
    const email = someone();
    await send(email, "h");
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => type(email, "h")));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it("does not work for another address, in another browser or after its expiry", async () => {
    const [mine, theirs, late] = [someone(), someone(), someone()];
    await send(mine, "h");
    await send(theirs, "other");
    await send(late, "h", {}, new Date(Date.now() - 1));
    expect(await type(theirs, "h")).toBe(false);
    expect(await type(mine, "h", { browser: "theirs" })).toBe(false);
    expect(await type(late, "h")).toBe(false);
    expect(await type(mine, "h")).toBe(true);
  });

  it("is revoked after five wrong attempts in its browser, and a new one works", async () => {
    const email = someone();
    await send(email, "h");
    for (let i = 0; i < MAX_WRONG_TRIES; i += 1) expect(await type(email, `wrong${i}`)).toBe(false);
    await waitOut();
    expect(await type(email, "h")).toBe(false);
    await send(email, "h2");
    expect(await type(email, "h2")).toBe(true);
  });

  it("counts concurrent guesses", async () => {
    const email = someone();
    await send(email, "h");
    await Promise.all(Array.from({ length: 40 }, (_, i) => type(email, `wrong${i}`)));
    expect(await wrongTries(email)).toBe(MAX_WRONG_TRIES);
  });

  it("replaces the earlier code of its browser, and leaves those of other browsers valid", async () => {
    const email = someone();
    await send(email, "h1");
    for (let i = 0; i < 5; i += 1) await send(email, `theirs${i}`, { browser: `theirs${i}` });
    await send(email, "h2");
    expect(await type(email, "h1")).toBe(false);
    expect(await type(email, "h2")).toBe(true);
    expect(await type(email, "theirs0", { browser: "theirs0" })).toBe(false);
  });
});

describe("guessing", () => {
  /** Guesses as a stranger who never waits and has any number of networks and browsers. */
  async function attack(email: string, { networks }: { networks: number }): Promise<void> {
    for (let n = 0; n < networks; n += 1) {
      for (let round = 0; round < 4; round += 1) {
        const from = { browser: `thief${n}-${round}`, network: `198.51.100.${n}` };
        await send(email, "secret", from);
        for (let i = 0; i < MAX_WRONG_TRIES; i += 1) {
          expect(await type(email, `wrong${i}`, from)).toBe(false);
          await waitOut();
        }
      }
    }
  }
  const delay = (email: string, from: From = {}, now = new Date()) =>
    remainingDelay(store.db, { email, origin: originOf(from), now });

  it("from one network is blocked after ten attempts, without affecting the owner", async () => {
    const email = someone();
    await attack(email, { networks: 1 });
    expect(await wrongTries(email)).toBe(10);
    await send(email, "h");
    expect(await type(email, "h")).toBe(true);
  });

  it("from all networks is blocked after forty attempts a day, and the owner's browser can still sign in", async () => {
    const email = someone();
    await attack(email, { networks: 12 });
    expect(await wrongTries(email)).toBe(40);
    const thief = { browser: "thief", network: "203.0.113.99" };
    await send(email, "secret", thief);
    expect(await type(email, "secret", thief)).toBe(false);
    expect(await delay(email, thief)).toBeGreaterThan(23 * 3_600_000);
    const own = { browser: "own", isKnown: true };
    await send(email, "h", own);
    expect(await type(email, "wrong", own)).toBe(false);
    expect(await type(email, "h", own)).toBe(true);
    // Strangers can try again a day later.
    expect(await delay(email, thief, new Date(Date.now() + 26 * 3_600_000))).toBe(0);
  });

  it("is limited to fifty attempts a day, including a browser of the owner", async () => {
    const email = someone();
    await attack(email, { networks: 6 });
    for (let round = 0; round < 5; round += 1) {
      const own = { browser: `own${round}`, isKnown: true };
      await send(email, "secret", own);
      for (let i = 0; i < MAX_WRONG_TRIES; i += 1) {
        await type(email, `wrong${i}`, own);
        await waitOut();
      }
    }
    expect(await wrongTries(email)).toBe(50);
  });

  it("is delayed longer after each wrong attempt, from that network only", async () => {
    const email = someone();
    await send(email, "h");
    const delays: number[] = [];
    for (let i = 0; i < 4; i += 1) await type(email, `wrong${i}`);
    expect(await delay(email)).toBe(0);
    for (let i = 0; i < 3; i += 1) {
      await send(email, "h");
      await type(email, `wrong${i}`);
      delays.push(Math.ceil((await delay(email)) / 15_000) * 15);
      await waitOut();
    }
    expect(delays).toEqual([30, 60, 120]);
    expect(await delay(email, { network: "192.0.2.2" })).toBe(0);
    expect(await delay(email, { isKnown: true })).toBe(0);
  });

  it("without a live code of the browser does not count against the address", async () => {
    const email = someone();
    await send(email, "h");
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        type(email, `wrong${i}`, { browser: `b${i}`, network: `10.0.0.${i}` }),
      ),
    );
    expect(await wrongTries(email)).toBe(0);
    expect(await type(email, "h")).toBe(true);
  });

  it("within one IPv6 prefix of a site counts as one network", async () => {
    const email = someone();
    for (let i = 0; i < 4; i += 1) {
      const from = { browser: `v6-${i}`, network: `2001:db8:1:${i}::1` };
      await send(email, "secret", from);
      for (let n = 0; n < MAX_WRONG_TRIES; n += 1) {
        await type(email, `wrong${n}`, from);
        await waitOut();
      }
    }
    expect(await wrongTries(email)).toBe(10);
  });
});
