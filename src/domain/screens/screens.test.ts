import { describe, expect, test } from "vitest";
import { metrics } from "../metrics/catalogue";
import { fieldByName, resourceByName } from "../resources/catalogue";
import { pagePermission } from "./accessMatrix";
import { type List, screens, settingsScreens } from "./screens";

test("the settings are screens of the list, in the order of their tabs, with the permissions of their pages", () => {
  expect(settingsScreens.map(({ path, label, tabLabel }) => [path, tabLabel ?? label])).toEqual([
    ["/settings", "Account"],
    ["/settings/profile", "Profile"],
    ["/settings/plan", "Plan"],
    ["/settings/organizations", "Organizations"],
    ["/settings/watches", "Watches"],
    ["/settings/team", "Team"],
    ["/settings/api-keys", "API keys"],
  ]);
  for (const one of settingsScreens) {
    expect(screens).toContain(one);
    expect(pagePermission(one.path)).toBe(one.permission);
  }
});

describe("the lists of resources", () => {
  const lists = screens.flatMap(({ list, permission }) => (list === null ? [] : [{ ...list, permission }]));

  test.each(lists)("$resource: shown are fields that it has, to those who may read it", (list) => {
    const resource = resourceByName(list.resource);
    if (resource === undefined) throw new Error(`There is no resource ${list.resource}`);
    const { fields, metricsOf } = resource;
    const names = [
      ...fields.map(({ name }) => name),
      ...(metricsOf === null ? [] : metrics.map(({ slug }) => slug)),
    ];
    expect(names).toEqual(expect.arrayContaining([...list.columns]));
    if (list.choice !== undefined) expect(fieldByName(resource, list.choice)?.values ?? []).not.toEqual([]);
    expect(list.hasCursors ?? false).toBe(resource.pagedByKey !== null);
    // The page offers a search.
    expect(resource.searchFields).not.toEqual([]);
    if (resource.permission !== "public") expect(list.permission).toBe(resource.permission);
  });

  test("a column or a choice that the resource lacks does not compile", () => {
    const right: List<"pools"> = { resource: "pools", columns: ["name", "status"], choice: "status" };
    // @ts-expect-error pools have no maturity
    const column: List<"pools">["columns"] = ["maturity_date"];
    // @ts-expect-error pools have no sector
    const choice: List<"pools">["choice"] = "sector";
    expect([right, column, choice]).toHaveLength(3);
  });
});
