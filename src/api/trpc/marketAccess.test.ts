/**
 * Every procedure of the market with every resource, called by each kind of visitor. The expected access is written out
 * by hand, so that a resource without its permission, or a procedure that does not check it, fails.
 */
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymousUser, type User } from "#domain/people";
import { entityTypes, isLent, resources, splitResources } from "#domain/resources";
import type { FeatureFlag } from "#domain/vocabulary";
import { apiContextOf } from "../../../tests/support/apiContextOf";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { appRouter, createCaller } from "./appRouter";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const account = (...flags: FeatureFlag[]): User => ({
  ...anonymousUser,
  id: "u1",
  email: "a@example.com",
  features: { ...anonymousUser.features, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
});

const roles: Readonly<Record<string, User>> = {
  visitor: anonymousUser,
  account: account(),
  "account with the API": account("enable-api-keys"),
  "account with experimental features": account("enable-experimental-features"),
  administrator: account("enable-admin-tools"),
};
const experimental = ["account with experimental features"];
const withApi = ["account with the API"];

/** Roles that can read rows of a resource, a single row, and its metadata. */
const readersOfRows = (slug: string): readonly string[] => {
  if (isLent(slug)) return experimental;
  return Object.entries(roles).flatMap(([role, { id }]) => (slug === "holders" && id === "" ? [] : [role]));
};

type Outcome = "open" | "closed";

/** `closed` if a permission is missing. An unknown id or invalid query is `open`, since permissions are checked first. */
async function outcome(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return "open";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    if (error.code === "UNAUTHORIZED" || error.code === "FORBIDDEN") return "closed";
    if (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST") return "open";
    throw error;
  }
}

const callerOf = (user: User) => createCaller(apiContextOf(world.market, user)).market;
const measure = { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" } as const;

test.each(Object.entries(roles))("%s reads what the pages show", async (role, user) => {
  const market = callerOf(user);
  const expected: Record<string, Outcome> = {};
  const found: Record<string, Outcome> = {};
  const check = async (name: string, readers: readonly string[], call: () => Promise<unknown>) => {
    expected[name] = readers.includes(role) ? "open" : "closed";
    found[name] = await outcome(call);
  };
  const everybody = Object.keys(roles);
  for (const { slug, aliases } of resources) {
    for (const resource of [slug, ...aliases]) {
      const readers = readersOfRows(slug);
      await check(`table ${resource}`, readers, () => market.table({ resource }));
      await check(`entity ${resource}`, readers, () => market.entity({ resource, id: 1 }));
      // Requires the permission of the rows, regardless of the grouping.
      await check(`counts ${resource}`, readers, () => market.counts({ resource, date: "id", by: "id" }));
      await check(`empty columns ${resource}`, readers, () =>
        market.emptyColumns({ resource, filter: null }),
      );
      await check(`meta ${resource}`, readers, () => market.meta({ resource }));
    }
  }
  // Totals over tokens are on public pages; those over assets on a charting tool and an unfinished page.
  await check("series tokens", everybody, () =>
    market.series({ resource: "tokens", query: { filter: measure } }),
  );
  await check("trends", everybody, () => market.trends({ query: { filter: measure } }));
  await check("coverage", everybody, () => market.coverage({ query: { fields: [measure.value] } }));
  await check("aggregates tokens", everybody, () => market.aggregates({ resource: "tokens" }));
  await check("series assets", withApi, () =>
    market.series({ resource: "assets", query: { filter: measure } }),
  );
  for (const resource of ["pools", "loans"] as const) {
    const issued = { ...measure, value: "cumulative_issued_amount_dollar" };
    await check(`series ${resource}`, readersOfRows(resource), () =>
      market.series({ resource, query: { filter: issued } }),
    );
  }
  // Ungrouped totals require the permission of the rows, since pages show them below the lists.
  for (const resource of ["assets", "tokens"] as const) {
    await check(`totals ${resource}`, readersOfRows(resource), () => market.totals({ resource }));
  }
  await check("aggregates assets", experimental, () => market.aggregates({ resource: "assets" }));
  for (const entityType of entityTypes) {
    await check(`explain ${entityType}`, everybody, () =>
      market.explain({ metric: "bridged_token_value_dollar", entityType, entityId: 1 }),
    );
  }
  await check("sources", everybody, () => market.sources({ filter: null }));
  for (const resource of splitResources) {
    await check(`sources ${resource}`, readersOfRows(resource), () =>
      market.sources({ filter: null, resource }),
    );
  }
  // Sums over loans reveal no single loan.
  await check("loan splits", everybody, () => market.loanSplits());
  await check("all sources", everybody, () => market.allSources());
  await check("status", everybody, () => market.status());
  await check("dated", everybody, () => market.dated({ as_of: "2026-01-01" }));
  await check("freshness", everybody, () => market.freshness());
  await check("open checks", everybody, () => market.openChecks());
  await check("address", everybody, () => market.address({ network: "ethereum", address: "0x1" }));
  await check("largest holders", everybody, () => market.largestHolders({ asset: "ousg" }));
  await check("data sets", everybody, () => market.dataSets());
  await check("stored sets", everybody, () => market.storedSets());
  expect(found).toEqual(expected);
});

test("every procedure of the market is covered above", () => {
  const names = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("market."));
  expect(names.sort()).toEqual(
    [
      "address",
      "aggregates",
      "allSources",
      "counts",
      "coverage",
      "dataSets",
      "dated",
      "emptyColumns",
      "entity",
      "explain",
      "freshness",
      "largestHolders",
      "loanSplits",
      "meta",
      "openChecks",
      "series",
      "sources",
      "status",
      "storedSets",
      "table",
      "totals",
      "trends",
    ].map((name) => `market.${name}`),
  );
});
