import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore } from "#stores";
import {
  keepSignInCode,
  MAX_LIVE_CODES,
  MAX_WRONG_TRIES,
  newSignInCode,
  redeemSignInCode,
} from "./signInCodes";

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
const send = (email: string, codeHash: string, expiresAt = soon()) =>
  keepSignInCode(store, { email, codeHash, expiresAt });
const type = async (email: string, codeHash: string) =>
  (await redeemSignInCode(store, { email, codeHash })) !== null;

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

  it("does not work for another address", async () => {
    const [mine, theirs] = [someone(), someone()];
    await send(mine, "h");
    await send(theirs, "other");
    expect(await type(theirs, "h")).toBe(false);
  });

  it("does not work after its time", async () => {
    const email = someone();
    await send(email, "h", new Date(Date.now() - 1));
    expect(await type(email, "h")).toBe(false);
  });

  it("is withdrawn after five wrong tries, and a new one works", async () => {
    const email = someone();
    await send(email, "h");
    for (let i = 0; i < MAX_WRONG_TRIES; i += 1) expect(await type(email, `wrong${i}`)).toBe(false);
    expect(await type(email, "h")).toBe(false);
    await send(email, "h2");
    expect(await type(email, "h2")).toBe(true);
  });

  it("counts guesses made in parallel", async () => {
    const email = someone();
    await send(email, "h");
    await Promise.all(Array.from({ length: 20 }, (_, i) => type(email, `wrong${i}`)));
    expect(await type(email, "h")).toBe(false);
  });

  it("is one of at most three that are live: a fourth ends the first", async () => {
    const email = someone();
    for (let i = 0; i <= MAX_LIVE_CODES; i += 1) await send(email, `h${i}`);
    expect(await type(email, "h0")).toBe(false);
    expect(await type(email, "h1")).toBe(true);
    expect(await type(email, "h2")).toBe(false);
  });
});
