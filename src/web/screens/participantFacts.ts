import type { FieldName } from "#domain";

/** Who a platform, an issuer or a manager is. */
export const participantFacts = [
  "legal_name",
  "lei",
  "cik",
  "register_number",
  "legal_source_url",
  "jurisdiction_country_name",
  "founded_date",
  "website",
  "source_url",
] as const satisfies readonly FieldName<"issuers">[];
