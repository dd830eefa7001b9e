import { describe, expect, it } from "vitest";
import { assetClasses } from "./assetClasses";
import { collateralTypes, loanSectorCategories, loanStatuses } from "./credit";
import { featureFlagDefaults } from "./featureFlags";
import * as limits from "./limits";
import {
  acquisitionChannelOptions,
  assetClassInterestOptions,
  companyTypeOptions,
  DEFAULT_ROLE,
  type Option,
  occupationOptions,
  onboardingChannels,
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

  it("has the options about people in the wording of section 3", () => {
    const labels = (options: readonly Option[]) => options.map((option) => option.label);
    expect(labels(companyTypeOptions)).toEqual([
      "Buy-Side - Family Office",
      "Buy-Side - RIA",
      "Buy-Side - Hedge Fund",
      "Buy-Side - Allocator",
      "Buy-Side - Corporate",
      "Buy-Side - Individual Investor",
      "Sell-Side - Asset Manager/Issuer",
      "Sell-Side - Tokenization Platform",
      "Sell-Side - Exchange/Trading Venue",
      "Sell-Side - Broker/Dealer",
      "Sell-Side - Market Maker",
      "Service Provider",
      "Blockchain Network",
      "Infrastructure Provider",
      "Media",
      "Academia",
      "Regulator/Government",
      "Other",
      "None",
    ]);
    expect(labels(occupationOptions)).toEqual([
      "Accountant",
      "Analyst",
      "Asset Issuer",
      "Asset Manager",
      "Asset Originator",
      "Auditor",
      "Business Development",
      "Crypto Enthusiast",
      "Application Developer",
      "Protocol Developer",
      "Financial Advisor",
      "Insurance Professional",
      "Investor - Credit",
      "Investor - Equity",
      "Investor - Real Estate",
      "Investor - Other",
      "Journalist/Reporter",
      "Product",
      "Regulator",
      "Risk Manager",
      "Trader",
      "Underwriter",
      "Venture Capitalist",
      "Other",
      "None",
    ]);
    expect(labels(acquisitionChannelOptions)).toEqual([
      "News or Blog Article",
      "Twitter",
      "LinkedIn",
      "Social Media",
      "Word of Mouth",
      "Search Engine",
      "Podcast",
      "Event or Conference",
      "Government Organization",
      "Industry Association",
      "Prefer Not To Say",
      "Other",
      "None",
    ]);
    expect(onboardingChannels).toEqual(["Social Media", "Word of Mouth", "Search Engine", "Other"]);
    expect(labels(assetClassInterestOptions)).toEqual([
      "Private Credit",
      "Public Securities",
      "Stablecoins",
      "Real Estate",
      "Private Funds",
    ]);
    for (const list of [companyTypeOptions, occupationOptions, acquisitionChannelOptions]) {
      // Values equal their labels, and the empty text means none.
      expect(list.map((option) => option.value)).toEqual([...labels(list).slice(0, -1), ""]);
    }
    expect(planTypes).toEqual([
      "FREE",
      "TRIAL",
      "PREMIUM",
      "TRIAL_ALL_ACCESS",
      "TRIAL_DATA_DOWNLOADS",
      "PREMIUM_ALL_ACCESS",
      "PREMIUM_DATA_DOWNLOADS",
    ]);
    expect(DEFAULT_ROLE).toBe("CUSTOMER");
    expect(new Set(personalEmailDomains).size).toBe(16);
  });

  it("has the flags of section 3 and the limits of section 9", () => {
    expect(featureFlagDefaults).toEqual({
      "enable-data-downloads": false,
      "enable-api-keys": false,
      "enable-admin-tools": false,
      "enable-experimental-features": false,
      "enable-team-self-serve": false,
      "enable-inline-onboarding": true,
    });
    expect(limits).toMatchObject({
      SIGN_IN_CODE_LENGTH: 6,
      SIGN_IN_CODE_MINUTES: 10,
      TOAST_DURATION_MS: 5000,
      toastVariants: ["primary", "success", "warning", "danger"],
      SIGN_IN_MODAL_DELAY_MS: 2000,
      SIGN_IN_MODAL_HOLD_MS: 500,
      SIGN_IN_MODAL_MIN_VISITS: 2,
      SELECT_SEARCH_THRESHOLD: 8,
      THEME_STORAGE_KEY: "theme",
      SOCIAL_IMAGE_WIDTH: 4000,
      SOCIAL_IMAGE_HEIGHT: 2300,
      DATA_CACHE_MS: 300_000,
      QUERY_RETRIES: 3,
      MUTATION_RETRIES: 0,
    });
    expect(limits.pageTitle("Cadastre", "Stablecoins")).toBe("Cadastre | Stablecoins");
  });

  it("has every flag off by default, except inline onboarding", () => {
    const on = Object.entries(featureFlagDefaults).flatMap(([flag, value]) => (value ? [flag] : []));
    expect(on).toEqual(["enable-inline-onboarding"]);
  });

  it("doubles retry pauses from one second to thirty", () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(limits.retryDelayMs)).toEqual([
      1000, 2000, 4000, 8000, 16000, 30000, 30000,
    ]);
  });
});
