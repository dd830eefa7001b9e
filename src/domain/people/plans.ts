/**
 * Features and limits of each plan. docs/plans.md is generated from here. A trial is its premium plan for a
 * limited time.
 */
import type { FeatureFlag } from "../vocabulary/featureFlags";
import type { PlanType } from "../vocabulary/people";

export interface Plan {
  type: PlanType;
  label: string;
  doc: string;
  /** Plan after the trial ends; null for plans without an end. */
  endsAs: PlanType | null;
  includedFlags: readonly FeatureFlag[];
  /** API requests per minute per key. */
  requestsPerMinute: number;
}

const downloads = ["enable-data-downloads"] as const;
const premium = [...downloads, "enable-team-self-serve"] as const;
const everything = [...premium, "enable-api-keys", "enable-experimental-features"] as const;

/** Features of plans, in the wording of the plan page. */
export const planFeatures: readonly { flag: FeatureFlag; label: string; doc: string }[] = [
  {
    flag: "enable-data-downloads",
    label: "Data downloads",
    doc: "Tables and time series as Excel, Parquet and JSON Lines files.",
  },
  { flag: "enable-team-self-serve", label: "Team", doc: "Invite colleagues and manage their roles." },
  { flag: "enable-api-keys", label: "Data API", doc: "API keys, API tools and API charting." },
  {
    flag: "enable-experimental-features",
    label: "Experimental features",
    doc: "Issuers, asset managers, real estate, asset search, the jurisdiction explorer and internal tools.",
  },
];

/** Active keys of the data API per organization. */
export const MAX_LIVE_API_KEYS = 20;

/** Length of a trial from its start. */
export const TRIAL_DAYS = 14;

export const plans: readonly Plan[] = [
  {
    type: "FREE",
    label: "Free",
    doc: "Every public page and chart, and tables as CSV.",
    endsAs: null,
    includedFlags: [],
    requestsPerMinute: 30,
  },
  {
    type: "TRIAL",
    label: "Premium trial",
    doc: "Premium for a limited time.",
    endsAs: "FREE",
    includedFlags: premium,
    requestsPerMinute: 60,
  },
  {
    type: "PREMIUM",
    label: "Premium",
    doc: "Data downloads and team management.",
    endsAs: null,
    includedFlags: premium,
    requestsPerMinute: 120,
  },
  {
    type: "TRIAL_ALL_ACCESS",
    label: "All access trial",
    doc: "All access for a limited time.",
    endsAs: "FREE",
    includedFlags: everything,
    requestsPerMinute: 120,
  },
  {
    type: "TRIAL_DATA_DOWNLOADS",
    label: "Data downloads trial",
    doc: "Data downloads for a limited time.",
    endsAs: "FREE",
    includedFlags: downloads,
    requestsPerMinute: 60,
  },
  {
    type: "PREMIUM_ALL_ACCESS",
    label: "All access",
    doc: "Data downloads, the data API, experimental pages and team management.",
    endsAs: null,
    includedFlags: everything,
    requestsPerMinute: 600,
  },
  {
    type: "PREMIUM_DATA_DOWNLOADS",
    label: "Data downloads",
    doc: "Tables and time series as Excel, Parquet and JSON Lines files.",
    endsAs: null,
    includedFlags: downloads,
    requestsPerMinute: 120,
  },
];

const byType = new Map(plans.map((plan) => [plan.type, plan]));

export function planOf(type: PlanType): Plan {
  const plan = byType.get(type);
  if (!plan) throw new Error(`There is no plan ${type}`);
  return plan;
}
