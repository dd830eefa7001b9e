import { describe, expect, it } from "vitest";
import { assetClasses } from "./assetClasses";
import { collateralTypes, loanSectorCategories, loanStatuses } from "./credit";
import { featureFlagDefaults } from "./featureFlags";
import { retryDelayMs } from "./limits";
import {
  acquisitionChannelOptions,
  companyTypeOptions,
  occupationOptions,
  personalEmailDomains,
  planTypes,
} from "./people";

describe("the vocabulary of the specification", () => {
  it("keeps the ids of section 9", () => {
    const id = new Map<string, number>(assetClasses.map((c) => [c.slug, c.id]));
    expect(Object.fromEntries(id)).toMatchObject({
      treasuries: 27,
      stablecoins: 28,
      "private-credit": 33,
      commodities: 37,
      stocks: 34,
      "private-equity": 35,
      "corporate-bonds": 32,
      "real-estate": 36,
      "institutional-funds": 43,
      "structured-credit": 42,
    });
    expect(new Set(id.values()).size).toBe(assetClasses.length);
  });

  it("has option lists of the specified length", () => {
    expect(companyTypeOptions).toHaveLength(6 + 5 + 7 + 1);
    expect(occupationOptions).toHaveLength(12 + 4 + 8 + 1);
    expect(acquisitionChannelOptions).toHaveLength(12 + 1);
    expect(personalEmailDomains).toHaveLength(16);
    expect(planTypes).toHaveLength(7);
    expect(loanStatuses).toHaveLength(9);
    expect(loanSectorCategories).toHaveLength(25);
    expect(collateralTypes).toHaveLength(17);
  });

  it("turns every flag off but inline onboarding", () => {
    const on = Object.entries(featureFlagDefaults).flatMap(([flag, value]) => (value ? [flag] : []));
    expect(on).toEqual(["enable-inline-onboarding"]);
  });

  it("doubles retry pauses from one second to thirty", () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  });
});
