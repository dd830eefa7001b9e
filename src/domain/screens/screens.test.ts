import { expect, test } from "vitest";
import { pagePermission } from "../accessMatrix";
import { screens, settingsScreens } from "./screens";

test("the settings are screens of the list, in the order of their tabs, and need what their pages need", () => {
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
