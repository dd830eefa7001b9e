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
