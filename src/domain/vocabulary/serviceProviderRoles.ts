import { z } from "zod";

/** Providers: who reports figures, as operators name them when they import files and rank sources. */

/** The provider of files that were imported without naming one. */
export const UNNAMED_PROVIDER = "files";

export const providerSchema = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must consist of lower-case letters, digits and single hyphens");

/** How rows keep a provider: as nothing where none was named. */
export const storedProvider = (name: string): string => (name === UNNAMED_PROVIDER ? "" : name);

/** What rules of precedence among providers can be about, the most specific first. */
export const precedenceScopes = [
  "asset and metric",
  "asset",
  "class and metric",
  "class",
  "metric",
  "all",
] as const;
export type PrecedenceScope = (typeof precedenceScopes)[number];

/** @param of null: every asset */
export const precedenceScope = (
  of: "asset" | "class" | null,
  { isOfMetric }: { isOfMetric: boolean },
): PrecedenceScope => {
  if (of === null) return isOfMetric ? "metric" : "all";
  return isOfMetric ? `${of} and metric` : of;
};

export const serviceProviderRoles = [
  "custodian",
  "auditor",
  "attestor",
  "transfer_agent",
  "fund_administrator",
  // Manages a part of the underlying assets, such as the fund that owns a stablecoin's reserve.
  "reserve_manager",
  "broker_dealer",
  "oracle",
  "bridge",
  "legal_counsel",
  "prime_broker",
  "bank",
] as const;
