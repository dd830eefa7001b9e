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

/** What the facts are made of: themselves, and the slugs that their links are made of. */
export const participantFields = [
  ...participantFacts,
  "jurisdiction_country_slug",
] as const satisfies readonly FieldName<"issuers">[];
