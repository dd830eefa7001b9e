/**
 * Each feature flag on and off for each role: every page, procedure, resource, file and key that it opens, and the
 * menu. The expectations are written by hand, so that an error in the matrix shows.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { setFeatureOverride } from "#accounts/features";
import { findOrganization } from "#accounts/organizations";
import { setPlan } from "#accounts/plans";
import { grantAdministrator } from "#accounts/users";
import type { User } from "#domain/people";
import { menuFor } from "#domain/screens";
import { type FeatureFlag, featureFlagDefaults, featureFlags } from "#domain/vocabulary";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";

interface Opens {
  pages?: string[];
  /** Called without input: permitted callers get an error about missing input. */
  procedures?: string[];
  resources?: string[];
  files?: string[];
  menu?: string[];
}

const opens: Record<FeatureFlag, Opens> = {
  "enable-data-downloads": {
    files: [
      "/export/assets.xlsx",
      "/export/tokens.parquet",
      "/export/networks.ndjson",
      "/export/tokens/aggregates/timeseries.xlsx",
    ],
  },
  "enable-api-keys": {
    pages: [
      "/settings/api-keys",
      "/tools/api/api-keys",
      "/tools/api/spreadsheets",
      "/tools/api/endpoint/assets",
      "/tools/api/v4/managers",
      "/assets/timeseries",
      "/tokens/timeseries",
    ],
    procedures: [
      "apiKeys.list",
      "apiKeys.scopes",
      "apiKeys.create",
      "apiKeys.revoke",
      "apiKeys.rotate",
      "apiKeys.hold",
      "apiKeys.usage",
      "spreadsheetLinks.list",
      "spreadsheetLinks.create",
      "spreadsheetLinks.revoke",
      "explorer.ask",
    ],
    menu: ["API Tools", "Asset Charting", "Token Charting"],
  },
  "enable-admin-tools": {
    pages: [
      "/admin/users",
      "/admin/users/7",
      "/admin/organizations",
      "/admin/organizations/7",
      "/admin/api_access_user_roles/new",
      "/admin/api_access_org_roles/new",
      "/admin/api_access_policy_assignments",
      "/admin/api_access_roles",
      "/admin/api_access_policies",
    ],
    procedures: [
      "administration.user",
      "administration.organization",
      "administration.setRole",
      "administration.suspendUser",
      "administration.suspendOrganization",
      "administration.endSessions",
      "administration.revokeKey",
      "administration.viewAs",
      "administration.setPlan",
      "administration.setFlag",
      "administration.changeMemberRole",
      "administration.removeMember",
      "administration.invite",
      "administration.revokeInvitation",
      "access.explain",
      "records.list",
      "records.get",
      "records.options",
      "records.dependants",
      "records.create",
      "records.edit",
      "records.delete",
    ],
    menu: [
      "User Admin",
      "Organization Admin",
      "API Access: User Roles",
      "API Access: Org Roles",
      "API Access: Policy Assignments",
      "API Access: Roles",
      "API Access: Policies",
    ],
  },
  "enable-experimental-features": {
    pages: [
      "/assets",
      "/real-estate",
      "/issuers",
      "/issuers/ondo-i-lp",
      "/managers",
      "/managers/blackrock",
      "/tools/jurisdiction_explorer",
      "/assets/aggregates",
      "/tokens/aggregates",
      "/asset_classes",
      "/protocol_timeseries",
      "/pools",
      "/loans",
      "/pool_timeseries",
      "/loan_timeseries",
    ],
    resources: ["pools", "loans"],
    files: ["/export/pools.csv", "/export/loans.csv"],
    menu: [
      "Real Estate",
      "Issuers",
      "Asset Managers",
      "Asset Search",
      "Jurisdiction Explorer",
      "Asset Aggregates",
      "Token Aggregates",
      "Asset Classes",
      "Platform Time Series",
      "Pools",
      "Loans",
      "Pool Time Series",
      "Loan Time Series",
    ],
  },
  "enable-team-self-serve": {
    pages: ["/settings/team"],
    procedures: ["team.invite", "team.revokeInvitation", "team.changeRole", "team.removeMember"],
  },
  "enable-inline-onboarding": {},
};

/** Open to every account, whatever the flags. */
const forAccounts: Opens = {
  pages: ["/settings", "/settings/profile", "/settings/plan", "/settings/watches", "/watchlist"],
  procedures: [
    "watchlist.get",
    "watchlist.add",
    "watchlist.remove",
    "savedViews.list",
    "savedViews.save",
    "savedViews.rename",
    "savedViews.overwrite",
    "savedViews.remove",
    "watches.list",
    "watches.preview",
    "watches.create",
    "watches.edit",
    "watches.pause",
    "watches.remove",
    "watches.firings",
    "watches.createEndpoint",
    "watches.rotateSecret",
    "watches.pauseEndpoint",
    "watches.removeEndpoint",
    "watches.testEndpoint",
    "watches.deliveries",
    "watches.redeliver",
    "watches.resumeMail",
    "plan.get",
    "team.get",
    "userSettings.sessions",
    "userSettings.exportAccount",
    "users.updateName",
  ],
};

/** Open to everybody. */
const forEverybody: Opens = {
  pages: [
    "/",
    "/stablecoins",
    "/platforms",
    "/transactions",
    "/invest",
    "/investments",
    "/assets/ousg",
    "/login",
  ],
  procedures: ["users.getProfile", "search.getInitialSearchGroups"],
  resources: [
    "assets",
    "tokens",
    "networks",
    "platforms",
    "issuers",
    "managers",
    "transactions",
    "investments",
  ],
  files: ["/export/assets.csv", "/export/tokens.csv", "/export/tokens/aggregates/timeseries.csv"],
};

const queries = new Set([
  "access.explain",
  "administration.user",
  "administration.organization",
  "records.list",
  "records.get",
  "records.options",
  "records.dependants",
  "apiKeys.list",
  "apiKeys.scopes",
  "apiKeys.usage",
  "spreadsheetLinks.list",
  "explorer.ask",
  "plan.get",
  "team.get",
  "watchlist.get",
  "savedViews.list",
  "watches.list",
  "watches.preview",
  "watches.firings",
  "watches.deliveries",
  "userSettings.sessions",
  "userSettings.exportAccount",
  "users.getProfile",
  "search.getInitialSearchGroups",
]);

/** Narrow rows and one series: access does not depend on the amount of data. */
const fewColumns = { fields: ["id"] };
const oneSeries = {
  filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
  aggregate: { groupBy: "date" },
};

let site: PeopleSite;
beforeAll(async () => {
  site = await openPeopleSite();
});
afterAll(() => site.close());

/** The listed items that a visitor can reach, and the error for each of the others. */
async function reach(visitor: Visitor, { pages = [], procedures = [], resources = [], files = [] }: Opens) {
  const reached: string[] = [];
  const refusals = new Set<string>();
  const note = (name: string, isRefused: boolean, how: string) => {
    if (isRefused) refusals.add(how);
    else reached.push(name);
  };
  for (const path of pages) {
    const { status } = await visitor.fetch(path);
    note(path, status !== 200, `page ${status}`);
  }
  for (const name of procedures) {
    const { code } = queries.has(name) ? await visitor.query(name) : await visitor.mutate(name, {});
    note(name, code === "FORBIDDEN" || code === "UNAUTHORIZED", `procedure ${code}`);
  }
  for (const resource of resources) {
    const { code } = await visitor.query("market.table", { resource, query: fewColumns });
    note(resource, code !== undefined, `resource ${code}`);
  }
  for (const path of files) {
    const query = JSON.stringify(path.includes("timeseries") ? oneSeries : fewColumns);
    const { status, body } = await visitor.fetch(`${path}?${new URLSearchParams({ query })}`);
    // An unread response body blocks the visitor's next files.
    await body?.cancel();
    // Neither allowed nor denied: a limit or a failure, which does not depend on permissions. A query that times out
    // on a busy machine was allowed.
    if ([429, 500, 503].includes(status)) throw new Error(`${path} answered ${status}`);
    note(path, status === 401 || status === 403, `file ${status}`);
  }
  return { reached, refusals: [...refusals].sort() };
}

const everything = (all: Opens[]): Opens => ({
  pages: all.flatMap((o) => o.pages ?? []),
  procedures: all.flatMap((o) => o.procedures ?? []),
  resources: all.flatMap((o) => o.resources ?? []),
  files: all.flatMap((o) => o.files ?? []),
});
const named = (o: Opens) => [
  ...(o.pages ?? []),
  ...(o.procedures ?? []),
  ...(o.resources ?? []),
  ...(o.files ?? []),
];
const gated = everything(Object.values(opens));

async function setFlags(email: string, flagValue: (flag: FeatureFlag) => boolean) {
  for (const flag of featureFlags) {
    const value = flagValue(flag);
    await setFeatureOverride(site.people, { kind: "user", subject: email, flag, value, actor: "t" });
  }
}

const menuLabels = (features: User["features"]) =>
  menuFor(features).flatMap((group) => group.items.map((item) => item.label));

describe("an anonymous visitor", () => {
  it("reaches public items, and has to sign in for the rest", async () => {
    const visitor = site.stranger();
    expect((await reach(visitor, forEverybody)).reached).toEqual(named(forEverybody));
    expect(await reach(site.stranger(), everything([gated, forAccounts]))).toEqual({
      reached: [],
      refusals: ["file 401", "page 302", "procedure UNAUTHORIZED", "resource UNAUTHORIZED"],
    });
    expect(menuLabels(featureFlagDefaults)).toContain("Data & API Platform");
  });
});

describe.each(["CUSTOMER", "ADMIN"] as const)("a user with the role %s", (role) => {
  const email = `${role.toLowerCase()}@roles.example`;
  let visitor: Visitor;
  beforeAll(async () => {
    if (role === "ADMIN") await grantAdministrator(site.people, email, "t");
    visitor = await site.signedIn(email);
  });
  /** Limits on files count network addresses, so each round uses another. */
  const elsewhere = () => {
    const other = site.stranger();
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    return other;
  };

  it("has the flags of the role", async () => {
    const { features, role: own } = (await visitor.query("users.getProfile")).data as User;
    expect(own).toBe(role);
    // Administrators have every feature.
    const expected =
      role === "ADMIN" ? Object.fromEntries(featureFlags.map((flag) => [flag, true])) : featureFlagDefaults;
    expect(features).toEqual(expected);
  });

  it.each([true, false])("reaches items for accounts and public items with every flag %s", async (value) => {
    await setFlags(email, () => value);
    expect((await reach(elsewhere(), forAccounts)).reached).toEqual(named(forAccounts));
    expect((await reach(elsewhere(), forEverybody)).reached).toEqual(named(forEverybody));
  });

  describe.each(featureFlags)("and %s", (flag) => {
    it("opens its items alone, and no other gated ones", async () => {
      await setFlags(email, (other) => other === flag);
      const { reached, refusals } = await reach(elsewhere(), gated);
      expect(reached).toEqual(named(opens[flag]));
      for (const refusal of refusals) expect(refusal).toMatch(/403|FORBIDDEN/);
    });

    it("closes these and nothing else without it", async () => {
      await setFlags(email, (other) => other !== flag);
      const { reached } = await reach(elsewhere(), gated);
      expect(reached).toEqual(named(gated).filter((name) => !named(opens[flag]).includes(name)));
    });

    it("is reflected in the menu; the sales page is only shown without API keys", async () => {
      for (const value of [true, false]) {
        await setFlags(email, (other) => (other === flag ? value : !value));
        const { features } = (await visitor.query("users.getProfile")).data as User;
        const labels = menuLabels(features);
        for (const [other, { menu = [] }] of Object.entries(opens)) {
          const isOn = other === flag ? value : !value;
          expect(
            labels.filter((label) => menu.includes(label)),
            other,
          ).toEqual(isOn ? menu : []);
        }
        expect(labels.includes("Data & API Platform")).toBe(!features["enable-api-keys"]);
      }
    });
  });
});

describe("a key of an organization", () => {
  let count = 0;
  /** Keys are cached for a moment, so each state gets a new one. */
  const statuses = async (flags: Partial<Record<FeatureFlag, boolean>>) => {
    count += 1;
    const email = `dev@keys${count}.example`;
    await site.signedIn(email);
    const { id } = await findOrganization(site.people, email);
    await setPlan(site.people, { organizationId: id, plan: "FREE", trialDays: null, actor: "t" });
    for (const [flag, value] of Object.entries(flags)) {
      await setFeatureOverride(site.people, {
        kind: "organization",
        subject: id,
        flag: flag as FeatureFlag,
        value,
        actor: "t",
      });
    }
    const { key } = await createApiKey(site.people, { name: "k", organizationId: id });
    const answers: number[] = [];
    for (const path of ["/api/v4/assets", "/api/v4/assets?format=xlsx", "/api/v4/pools", "/api/v4/loans"]) {
      const response = await site.stranger().fetch(path, { headers: { authorization: `Bearer ${key}` } });
      answers.push(response.status);
    }
    return answers;
  };

  it("reads nothing without the API, and experimental resources only with both flags", async () => {
    expect(await statuses({})).toEqual([403, 403, 403, 403]);
    expect(await statuses({ "enable-experimental-features": true })).toEqual([403, 403, 403, 403]);
    expect(await statuses({ "enable-data-downloads": true, "enable-admin-tools": true })).toEqual([
      403, 403, 403, 403,
    ]);
    expect(await statuses({ "enable-api-keys": true })).toEqual([200, 200, 403, 403]);
    expect(await statuses({ "enable-api-keys": true, "enable-experimental-features": true })).toEqual([
      200, 200, 200, 200,
    ]);
  });
});
