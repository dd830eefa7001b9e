/** Which holders a caller sees: none of hidden assets, tokens and days, and none at all where an installation shows none. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ForbiddenError } from "#domain/errors";
import { readScope } from "#domain/people";
import { isEqual, parseQuery } from "#domain/query";
import { type HoldersAudience, holdersAudiences } from "#domain/vocabulary";
import { accessPolicy } from "../../../tests/support/accessPolicy";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { dataSets } from "../dataSets";
import { listResource } from "../listResource";
import { createMarket } from "../market";

let world: MarketWorld;

const rowOf = (assetId: number, tokenId: number, digit: number, date = "2026-02-03") => {
  const address = `0x${String(digit).repeat(40)}`;
  return {
    ...{ id: `${tokenId}-${address}`, address, asset_id: assetId, token_id: tokenId, date },
    ...{ balance_token: digit, balance_exact: `${digit}.0`, version: 1 },
  };
};

beforeAll(async () => {
  world = await openMarketWorld();
  await world.store.insert("holders", [
    rowOf(57, 501, 1),
    rowOf(57, 501, 2),
    rowOf(57, 502, 3),
    rowOf(1001, 601, 4),
    rowOf(1001, 601, 5, "2024-01-01"),
  ]);
});
afterAll(() => world.close());

const marketOf = (holders: HoldersAudience) =>
  createMarket({ store: world.store, dataVersion: () => 1, holders });

async function balancesWith(...policies: Parameters<typeof accessPolicy>[0][]): Promise<number[]> {
  const scope = readScope(
    policies.map((terms) => accessPolicy(terms)),
    { action: "read", today: "2026-02-04" },
  );
  const market = marketOf("members").narrowed(scope);
  const { results } = await listResource(market, { resource: "holders", query: parseQuery({}) });
  return results.map(({ balance_token }) => Number(balance_token));
}

it("are those of visible assets, tokens, rows and days", async () => {
  expect(await balancesWith()).toEqual([5, 4, 3, 2, 1]);
  expect(await balancesWith({ resources: ["assets"], rowFilter: isEqual("id", 57) })).toEqual([3, 2, 1]);
  expect(await balancesWith({ resources: ["tokens"], rowFilter: isEqual("id", 501) })).toEqual([2, 1]);
  expect(
    await balancesWith({ resources: ["holders"], rowFilter: isEqual("address", `0x${"2".repeat(40)}`) }),
  ).toEqual([2]);
  expect(await balancesWith({ resources: ["tokens"], historyDays: 30 })).toEqual([4, 3, 2, 1]);
});

it("are none if a policy denies them or the installation shows none", async () => {
  await expect(balancesWith({ resources: ["holders"], effect: "deny" })).rejects.toThrow(ForbiddenError);
  for (const audience of holdersAudiences) {
    const market = marketOf(audience);
    const list = () => listResource(market, { resource: "holders", query: parseQuery({}) });
    const named = (await dataSets(market)).map(({ slug }) => slug).includes("holders");
    expect(named).toBe(audience !== "off");
    if (audience === "off") await expect(list()).rejects.toThrow("does not show the holders");
    else expect((await list()).results).toHaveLength(5);
  }
});
