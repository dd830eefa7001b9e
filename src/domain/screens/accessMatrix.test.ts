import { describe, expect, it } from "vitest";
import { type FeatureFlag, featureFlagDefaults } from "../vocabulary/featureFlags";
import { accessTo } from "../vocabulary/permissions";
import { pagePermission, procedurePermission } from "./accessMatrix";

const caller = (id: string, ...flags: FeatureFlag[]) => ({
  id,
  features: { ...featureFlagDefaults, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
});

describe("the permission of a page", () => {
  it.each([
    ["/", "public"],
    ["/real-estate", "experimental"],
    ["/issuers", "experimental"],
    ["/issuers/ondo-i-lp", "experimental"],
    ["/managers", "experimental"],
    ["/Managers/blackrock/", "experimental"],
    ["/tools/jurisdiction_explorer", "experimental"],
    ["/platforms/securitize", "public"],
    ["/assets/usdc", "public"],
    ["/assets", "experimental"],
    ["/assets/aggregates", "experimental"],
    ["/assets/timeseries", "charting"],
    ["/tools/api/v4/managers", "api"],
    ["/admin/users/7", "admin"],
    ["/settings/team", "team"],
  ])("%s is %s", (path, permission) => {
    expect(pagePermission(path)).toBe(permission);
  });

  it("is the same for other spellings of its path", () => {
    for (const path of [
      "/ADMIN/users",
      "//admin//users/",
      "/%61dmin/users",
      "/admin/users?x=1".split("?")[0] ?? "",
    ]) {
      expect(pagePermission(path)).toBe("admin");
    }
  });
});

describe("access", () => {
  it("requires sign-in of an anonymous visitor, and rejects an account without the flag", () => {
    expect(accessTo("admin", caller(""))).toBe("sign_in");
    expect(accessTo("admin", caller("u"))).toBe("forbidden");
    expect(accessTo("admin", caller("u", "enable-admin-tools"))).toBe("allowed");
    expect(accessTo("signed_in", caller(""))).toBe("sign_in");
    expect(accessTo("signed_in", caller("u"))).toBe("allowed");
    expect(accessTo("public", caller(""))).toBe("allowed");
  });
});

it("names no unknown procedure", () => {
  expect(procedurePermission("users.getProfile")).toBe("public");
  expect(procedurePermission("users.destroyEverything")).toBeNull();
  expect(procedurePermission("team.invite")).toBe("team");
  expect(procedurePermission("team.leave")).toBe("signed_in");
});
