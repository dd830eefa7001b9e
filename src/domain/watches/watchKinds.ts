/**
 * The conditions of watches, each described once: the form, validation, documentation and evaluation follow.
 * To add a condition, describe it here and evaluate it in `src/api/watches`.
 */
import { entityTypes, type SubjectType } from "../resources/entities";
import { partyKinds } from "../vocabulary/firms";

export const watchConditionKinds = [
  "threshold",
  "change",
  "staleness",
  "depeg",
  "attestation_overdue",
  "new_token",
  "new_asset",
  "event",
  "check",
] as const;
export type WatchConditionKind = (typeof watchConditionKinds)[number];

export interface WatchKind {
  kind: WatchConditionKind;
  label: string;
  doc: string;
  /** Valid subjects. */
  subjects: readonly SubjectType[];
  /** Whether the reader chooses a metric for it. */
  hasMetric: boolean;
}

const kind = (
  name: WatchConditionKind,
  label: string,
  doc: string,
  extra: Partial<Omit<WatchKind, "kind">> = {},
): WatchKind => ({ kind: name, label, doc, subjects: entityTypes, hasMetric: false, ...extra });

export const watchKinds: readonly WatchKind[] = [
  kind("threshold", "Value above or below", "The metric rises above or falls below a value.", {
    hasMetric: true,
  }),
  kind("change", "Change over a period", "The metric moves by at least this much over 1, 7, 30 or 90 days.", {
    hasMetric: true,
  }),
  kind("staleness", "No new data", "The metric has had no new observation for a number of days.", {
    hasMetric: true,
  }),
  kind("depeg", "Price away from peg", "The price of a US dollar stablecoin is further from $1 than this.", {
    subjects: ["asset", "token"],
  }),
  kind(
    "attestation_overdue",
    "Attestation overdue",
    "The next attestation of reserves is past its due date, by the frequency that its source states.",
    { subjects: ["asset"] },
  ),
  kind("new_token", "New token", "The asset is issued on another network or as another token.", {
    subjects: ["asset"],
  }),
  kind("new_asset", "New asset", "An asset is added to the catalog.", {
    subjects: ["catalog", "asset_class", "network", ...partyKinds],
  }),
  kind("event", "Incident or corporate action", "An incident or corporate action is added to the evidence.", {
    subjects: ["catalog", "asset", "asset_class"],
  }),
  kind(
    "check",
    "A check opens or is resolved",
    "A check of figures has a new result, or its figures pass again, as listed at /status.",
    {
      subjects: ["catalog", "asset", "token", "asset_class", "network"],
    },
  ),
];

export function watchKindOf(name: WatchConditionKind): WatchKind {
  const found = watchKinds.find((one) => one.kind === name);
  if (found === undefined) throw new Error(`There is no condition ${name}`);
  return found;
}

/** Periods over which a change is measured, in days. */
export const watchChangeDays = [1, 7, 30, 90] as const;

/** Times of email: immediately, daily (07:00 UTC) or weekly (on Mondays). */
export const watchCadences = [
  { cadence: "at_once", label: "Immediately" },
  { cadence: "daily", label: "Daily" },
  { cadence: "weekly", label: "Weekly" },
] as const;
export type WatchCadence = (typeof watchCadences)[number]["cadence"];

/** Recipients of email in an organization. */
export const watchReceivers = [
  { to: "maker", label: "The person who set it up" },
  { to: "managers", label: "Owners and admins" },
  { to: "members", label: "All members" },
] as const;
export type WatchReceivers = (typeof watchReceivers)[number]["to"];

/** Metric of a price's deviation from its peg, and of the peg of a unit. */
export const PEG_METRIC = "price_dollar";
export const PEG_DENOMINATION = "USD";
export const PEG_CLASS = "stablecoins";

export const watchTextLimits = { name: 120, url: 2_000 } as const;

/** Maximum number of webhook endpoints of a user or an organization. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
