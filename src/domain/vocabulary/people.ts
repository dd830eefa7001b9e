/** Option lists about people (specification, section 3). Values are stored; the empty string means "none". */

export interface Option {
  value: string;
  label: string;
}

const options = (...labels: string[]): Option[] => labels.map((label) => ({ value: label, label }));
const grouped = (group: string, ...labels: string[]): Option[] =>
  labels.map((label) => ({ value: `${group} - ${label}`, label: `${group} - ${label}` }));

/** Nothing chosen. */
const noneOption: Option = { value: "", label: "None" };

export const companyTypeOptions: readonly Option[] = [
  ...grouped(
    "Buy-Side",
    "Family Office",
    "RIA",
    "Hedge Fund",
    "Allocator",
    "Corporate",
    "Individual Investor",
  ),
  ...grouped(
    "Sell-Side",
    "Asset Manager/Issuer",
    "Tokenization Platform",
    "Exchange/Trading Venue",
    "Broker/Dealer",
    "Market Maker",
  ),
  ...options(
    "Service Provider",
    "Blockchain Network",
    "Infrastructure Provider",
    "Media",
    "Academia",
    "Regulator/Government",
    "Other",
  ),
  noneOption,
];

export const occupationOptions: readonly Option[] = [
  ...options(
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
  ),
  ...grouped("Investor", "Credit", "Equity", "Real Estate", "Other"),
  ...options(
    "Journalist/Reporter",
    "Product",
    "Regulator",
    "Risk Manager",
    "Trader",
    "Underwriter",
    "Venture Capitalist",
    "Other",
  ),
  noneOption,
];

export const acquisitionChannelOptions: readonly Option[] = [
  ...options(
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
  ),
  noneOption,
];

/** The acquisition channels of the onboarding form (specification, section 5). */
export const onboardingChannels = ["Social Media", "Word of Mouth", "Search Engine", "Other"] as const;

export const assetClassInterestOptions: readonly Option[] = options(
  "Private Credit",
  "Public Securities",
  "Stablecoins",
  "Real Estate",
  "Private Funds",
);

export const planTypes = [
  "FREE",
  "TRIAL",
  "PREMIUM",
  "TRIAL_ALL_ACCESS",
  "TRIAL_DATA_DOWNLOADS",
  "PREMIUM_ALL_ACCESS",
  "PREMIUM_DATA_DOWNLOADS",
] as const;
export type PlanType = (typeof planTypes)[number];

/** The default role of an account. */
export const DEFAULT_ROLE = "CUSTOMER";

/**
 * Domains of personal email, rejected where a work address is required. The specification fixes their number,
 * 16, but not the names: these are the largest public email services.
 */
export const personalEmailDomains = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "live.com",
  "msn.com",
  "aol.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "protonmail.com",
  "proton.me",
  "gmx.com",
  "mail.com",
  "yandex.com",
] as const;
