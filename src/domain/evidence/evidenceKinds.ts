/**
 * The kinds of evidence about assets in the catalog, each described once: the schema of a catalog line, the
 * fields of the `evidence` resource, the filters of assets, the coverage of the catalog, pages and
 * documentation are derived from here. To add a kind or a detail, describe it; nothing else changes.
 */
import { serviceProviderRoles } from "../vocabulary/serviceProviderRoles";
import { regulatoryFrameworks } from "./regulatoryFrameworks";

export type DetailType = "string" | "enum" | "number" | "boolean" | "strings";
/** The value of a detail in a line of the catalog; null if the line does not state it. */
export type DetailValue = string | number | boolean | readonly string[] | null;

interface DetailDraft {
  /** Name in a catalog line and on the wire; unique across kinds. */
  name: string;
  type: DetailType;
  label: string;
  doc: string;
  /** Description on screens, where it differs. */
  hint?: string;
  unit?: "dollar" | "percent";
  values?: readonly string[];
  /** Its texts are ISO 3166-1 alpha-2 codes, shown as names. */
  isCountry?: true;
  /** A boolean detail that states one of the values where it `is` this, and its opposite otherwise. */
  implied?: { by: string; is: boolean; value: string };
  /** Shown first, without its label. */
  leads?: true;
  /** Phrases for the values of a boolean: "US persons no" would leave open what is excluded. */
  says?: { yes: string; no: string };
}

/** A flag of an asset by its evidence: yes, no or unknown. */
interface FlagDraft {
  /** Name of the field of assets. */
  name: string;
  label: string;
  /** Without the meaning of null, which all flags share. */
  doc: string;
  /** The boolean detail that it repeats; without one, the flag states whether there is a fact of the kind. */
  detail?: string;
  /** Counts only facts with this value of a detail. */
  only?: { detail: string; value: string };
}

/** Values of a detail over all facts of an asset. */
interface ListDraft {
  name: string;
  label: string;
  doc: string;
  hint?: string;
  detail: string;
  only?: FlagDraft["only"];
  /** Detail that states the opposite: of the facts that name a value in either detail, the newest decides. */
  opposite?: string;
  /**
   * List of all existing values where it is not empty: filters by this list also match every value outside
   * it.
   */
  complementOf?: string;
}

interface KindDraft {
  kind: string;
  /** Label for one fact, and for several. */
  singular: string;
  label: string;
  doc: string;
  /** An event on a day, which no later fact undoes. */
  isEvent: boolean;
  details: readonly DetailDraft[];
  flags: readonly FlagDraft[];
  lists: readonly ListDraft[];
}

const declared = [
  {
    kind: "attestation",
    singular: "Attestation or audit",
    label: "Attestations and audits",
    doc: "Reports by accountants and others on reserves or accounts.",
    isEvent: false,
    details: [
      {
        name: "attestor",
        type: "string",
        label: "Attestor or auditor",
        doc: "Who attests or audits.",
        leads: true,
      },
      {
        name: "engagement",
        type: "enum",
        values: ["attestation", "audit", "agreed_upon_procedures", "proof_of_reserves"],
        label: "Engagement",
        doc: "Type of report.",
        leads: true,
      },
      {
        name: "attested_subject",
        type: "string",
        label: "Subject",
        doc: "What is attested.",
      },
      {
        name: "report_frequency",
        type: "enum",
        values: ["continuous", "daily", "weekly", "monthly", "quarterly", "semiannual", "annual"],
        label: "Frequency",
        doc: "How often reports are published.",
      },
      {
        name: "attested_dollar",
        type: "number",
        unit: "dollar",
        label: "Reserves",
        doc: "Reserves stated in the report.",
      },
      {
        name: "reserves_to_supply_percent",
        type: "number",
        unit: "percent",
        label: "Reserves to supply",
        doc: "Reserves in the report divided by units outstanding on the same day.",
      },
    ],
    flags: [
      {
        name: "has_attestation",
        label: "Attested or audited",
        doc: "Whether reserves or accounts are attested or audited.",
      },
      {
        name: "has_audit",
        label: "Financial audit",
        doc: "Whether accounts are audited.",
        only: { detail: "engagement", value: "audit" },
      },
    ],
    lists: [
      {
        name: "attestors",
        label: "Attestors and auditors",
        doc: "Who has attested or audited.",
        detail: "attestor",
      },
    ],
  },
  {
    kind: "reserve_item",
    singular: "Reserve item",
    label: "Reserves and backing",
    doc: "What backs an asset, item by item.",
    isEvent: false,
    details: [
      {
        name: "reserve_item",
        type: "string",
        label: "Item",
        doc: "What is held, as published.",
        leads: true,
      },
      {
        name: "reserve_category",
        type: "enum",
        values: [
          "cash",
          "government_securities",
          "repo",
          "money_market_funds",
          "corporate_debt",
          "loans",
          "precious_metals",
          "shares",
          "real_estate",
          "stablecoins",
          "cryptocurrencies",
          "other",
        ],
        label: "Category",
        doc: "Category of the item.",
      },
      {
        name: "reserve_dollar",
        type: "number",
        unit: "dollar",
        label: "Value",
        doc: "Value of the item.",
      },
      {
        name: "reserve_share_percent",
        type: "number",
        unit: "percent",
        label: "Share of reserves",
        doc: "Share of all reserves.",
      },
    ],
    flags: [
      {
        name: "has_reserve_items",
        label: "Backing disclosed",
        doc: "Whether the backing is disclosed item by item.",
      },
    ],
    lists: [
      {
        name: "reserve_categories",
        label: "Backing",
        doc: "Categories of the backing.",
        detail: "reserve_category",
      },
    ],
  },
  {
    kind: "credit_rating",
    singular: "Rating",
    label: "Ratings",
    doc: "Credit, fund and stability ratings by rating agencies.",
    isEvent: false,
    details: [
      {
        name: "rating_agency",
        type: "string",
        label: "Agency",
        doc: "Rating agency.",
        leads: true,
      },
      { name: "rating", type: "string", label: "Rating", doc: "The rating.", leads: true },
      { name: "rating_subject", type: "string", label: "Subject", doc: "What is rated." },
    ],
    flags: [{ name: "has_credit_rating", label: "Rated", doc: "Whether an agency rates it." }],
    lists: [],
  },
  {
    kind: "redemption",
    singular: "Redemption terms",
    label: "Redemption",
    doc: "Who can redeem units, for what and when.",
    isEvent: false,
    details: [
      {
        name: "redeemable_by",
        type: "enum",
        values: ["any_holder", "verified_customers", "eligible_investors", "institutions"],
        label: "Redeemable by",
        doc: "Who can redeem directly with the issuer.",
        leads: true,
      },
      { name: "redeemed_for", type: "string", label: "Redeemed for", doc: "What a unit is redeemed for." },
      { name: "redemption_settlement", type: "string", label: "Settlement", doc: "When proceeds are paid." },
      { name: "redemption_minimum", type: "string", label: "Minimum", doc: "Minimum redemption." },
    ],
    flags: [
      {
        name: "is_redeemable",
        label: "Redeemable",
        doc: "Whether units can be redeemed with the issuer or protocol.",
      },
    ],
    lists: [
      {
        name: "redeemable_by",
        label: "Redeemable by",
        doc: "Who can redeem directly with the issuer.",
        detail: "redeemable_by",
      },
      {
        name: "redemption_settlement",
        label: "Redemption settlement",
        doc: "When proceeds of a redemption are paid.",
        detail: "redemption_settlement",
      },
      {
        name: "redemption_minimum",
        label: "Redemption minimum",
        doc: "Minimum redemption.",
        detail: "redemption_minimum",
      },
    ],
  },
  {
    kind: "eligibility",
    singular: "Eligibility",
    label: "Eligibility",
    doc: "Who may buy units from the issuer, or hold them.",
    isEvent: false,
    details: [
      {
        name: "investor_kinds",
        type: "strings",
        values: ["retail", "professional", "accredited", "qualified_purchaser", "institutional", "non_us"],
        label: "Open to",
        doc: "Types of investor admitted.",
        leads: true,
      },
      {
        name: "open_to_retail",
        type: "boolean",
        label: "Retail investors",
        doc: "Whether retail investors are admitted.",
        says: { yes: "Open to retail investors", no: "Not open to retail investors" },
      },
      {
        name: "open_to_us_persons",
        type: "boolean",
        label: "US persons",
        doc: "Whether US persons are admitted.",
        says: { yes: "Open to US persons", no: "Not open to US persons" },
      },
      {
        name: "kyc_required",
        type: "boolean",
        label: "KYC",
        doc: "Whether the issuer requires know-your-customer checks.",
        says: { yes: "KYC required", no: "No KYC" },
      },
      {
        name: "minimum_investment_dollar",
        type: "number",
        unit: "dollar",
        label: "Minimum investment",
        doc: "Minimum initial investment with the issuer.",
      },
      {
        name: "countries_in",
        type: "strings",
        isCountry: true,
        label: "Offered in",
        doc: "ISO 3166-1 alpha-2 codes of the only countries where it is offered.",
        hint: "The only countries where it is offered.",
      },
      {
        name: "countries_out",
        type: "strings",
        isCountry: true,
        label: "Not offered in",
        doc: "ISO 3166-1 alpha-2 codes of countries where it is not offered.",
        hint: "Countries where it is not offered.",
        implied: { by: "open_to_us_persons", is: false, value: "US" },
      },
    ],
    flags: [
      {
        name: "open_to_retail",
        label: "Open to retail",
        doc: "Whether retail investors are admitted.",
        detail: "open_to_retail",
      },
      {
        name: "open_to_us_persons",
        label: "Open to US persons",
        doc: "Whether US persons are admitted.",
        detail: "open_to_us_persons",
      },
      {
        name: "kyc_required",
        label: "KYC",
        doc: "Whether the issuer requires know-your-customer checks.",
        detail: "kyc_required",
      },
    ],
    lists: [
      {
        name: "investor_kinds",
        label: "Investor types",
        doc: "Types of investor admitted.",
        detail: "investor_kinds",
      },
      {
        name: "offered_countries",
        label: "Offered only in",
        doc: "ISO 3166-1 alpha-2 codes of the only countries where it is offered.",
        hint: "The only countries where it is offered.",
        detail: "countries_in",
        opposite: "countries_out",
      },
      {
        name: "excluded_countries",
        label: "Excluded countries",
        doc: "ISO 3166-1 alpha-2 codes of countries where it is not offered, including US if US persons are not admitted. Filters also match every country outside `offered_countries`, unless that list is empty.",
        hint: "Countries where it is not offered. Filters also match every country other than those where it is offered, if these are stated.",
        detail: "countries_out",
        opposite: "countries_in",
        complementOf: "offered_countries",
      },
    ],
  },
  {
    kind: "fee",
    singular: "Fee",
    label: "Fees",
    doc: "What the issuer or manager charges.",
    isEvent: false,
    details: [
      {
        name: "fee_kind",
        type: "enum",
        values: [
          "management",
          "performance",
          "mint",
          "redemption",
          "storage",
          "transfer",
          "total_expenses",
          "borrowing",
        ],
        label: "Fee",
        doc: "Type of fee.",
        leads: true,
      },
      {
        name: "fee_percent",
        type: "number",
        unit: "percent",
        label: "Rate",
        doc: "Fee rate: per year for management, storage and expenses; otherwise on the amount.",
      },
      {
        name: "fee_terms",
        type: "string",
        label: "Terms",
        doc: "Terms beyond the rate, such as waivers and caps.",
      },
    ],
    flags: [
      {
        name: "charges_management_fee",
        label: "Charges a management fee",
        doc: "Whether a management fee is charged.",
        only: { detail: "fee_kind", value: "management" },
      },
      {
        name: "charges_redemption_fee",
        label: "Charges a redemption fee",
        doc: "Whether a redemption fee is charged.",
        only: { detail: "fee_kind", value: "redemption" },
      },
    ],
    lists: [],
  },
  {
    kind: "provider",
    singular: "Service provider",
    label: "Custodians and other providers",
    doc: "Firms that hold, administer or distribute an asset.",
    isEvent: false,
    details: [
      {
        name: "provider_role",
        type: "enum",
        values: serviceProviderRoles,
        label: "Role",
        doc: "What the firm does.",
        leads: true,
      },
      { name: "provider_name", type: "string", label: "Firm", doc: "Name of the firm.", leads: true },
    ],
    flags: [
      {
        name: "has_custodian",
        label: "Custodian named",
        doc: "Whether a custodian of the backing is named.",
        only: { detail: "provider_role", value: "custodian" },
      },
    ],
    lists: [
      {
        name: "custodians",
        label: "Custodians",
        doc: "Custodians of the backing.",
        detail: "provider_name",
        only: { detail: "provider_role", value: "custodian" },
      },
    ],
  },
  {
    kind: "legal",
    singular: "Legal structure",
    label: "Legal structure",
    doc: "Issuing entity, legal form, regulatory framework and holders' rights.",
    isEvent: false,
    details: [
      {
        name: "legal_entity",
        type: "string",
        label: "Issuing entity",
        doc: "Legal name of the issuing entity.",
        leads: true,
      },
      {
        name: "legal_domicile",
        type: "string",
        isCountry: true,
        label: "Domicile",
        doc: "ISO 3166-1 alpha-2 code of the issuing entity's country.",
        hint: "Country of the issuing entity.",
      },
      { name: "legal_form", type: "string", label: "Form", doc: "Legal form of the entity or of the unit." },
      {
        name: "unit_forms",
        type: "strings",
        values: ["token", "book-entry"],
        label: "Form of units",
        doc: "Forms of units: tokens on a network, or book entries in the records of the issuer or transfer agent.",
      },
      {
        name: "frameworks",
        type: "strings",
        values: regulatoryFrameworks,
        label: "Framework",
        doc: "Rules under which units are issued or offered.",
      },
      {
        name: "holder_right",
        type: "enum",
        values: [
          "claim_on_issuer",
          "note_of_issuer",
          "fund_interest",
          "ownership_of_asset",
          "share",
          "economic_exposure",
          "no_claim",
        ],
        label: "Holder rights",
        doc: "What a holder is entitled to.",
      },
      {
        name: "assets_segregated",
        type: "boolean",
        label: "Backing segregated",
        doc: "Whether the backing is segregated from the issuer's own assets.",
        says: { yes: "Backing segregated", no: "Backing not segregated" },
      },
      {
        name: "bankruptcy_remote",
        type: "boolean",
        label: "Bankruptcy-remote",
        doc: "Whether the structure is designed to keep the backing out of insolvency proceedings.",
        says: { yes: "Bankruptcy-remote", no: "Not bankruptcy-remote" },
      },
    ],
    flags: [
      {
        name: "assets_segregated",
        label: "Backing segregated",
        doc: "Whether the backing is segregated from the issuer's own assets.",
        detail: "assets_segregated",
      },
      {
        name: "is_bankruptcy_remote",
        label: "Bankruptcy-remote",
        doc: "Whether the structure is designed to keep the backing out of insolvency proceedings.",
        detail: "bankruptcy_remote",
      },
    ],
    lists: [
      {
        name: "unit_forms",
        label: "Form of units",
        doc: "Forms of units: tokens on a network, or book entries in the records of the issuer or transfer agent.",
        detail: "unit_forms",
      },
      {
        name: "regulatory_frameworks",
        label: "Regulatory framework",
        doc: "Rules under which units are issued or offered.",
        detail: "frameworks",
      },
      {
        name: "holder_rights",
        label: "Holder rights",
        doc: "What a holder is entitled to.",
        detail: "holder_right",
      },
    ],
  },
  {
    kind: "incident",
    singular: "Incident",
    label: "Incidents",
    doc: "Depegs, exploits, freezes, defaults, delistings and similar events.",
    isEvent: true,
    details: [
      {
        name: "incident_kind",
        type: "enum",
        values: [
          "depeg",
          "exploit",
          "operational_error",
          "freeze",
          "default",
          "delisting",
          "suspension",
          "enforcement",
        ],
        label: "Kind",
        doc: "Kind of incident.",
        leads: true,
      },
      {
        name: "lowest_dollar",
        type: "number",
        unit: "dollar",
        label: "Lowest price",
        doc: "Lowest price reported.",
      },
      { name: "loss_dollar", type: "number", unit: "dollar", label: "Loss", doc: "Loss reported." },
    ],
    flags: [
      {
        name: "has_incident",
        label: "Incident on record",
        doc: "Whether an incident is on record.",
      },
      {
        name: "has_lost_peg",
        label: "Depeg on record",
        doc: "Whether a depeg is on record.",
        only: { detail: "incident_kind", value: "depeg" },
      },
    ],
    lists: [
      {
        name: "incident_kinds",
        label: "Incidents",
        doc: "Kinds of incidents on record.",
        detail: "incident_kind",
      },
    ],
  },
  {
    kind: "corporate_action",
    singular: "Corporate action",
    label: "Corporate actions",
    doc: "Splits, dividends, mergers, migrations and closures.",
    isEvent: true,
    details: [
      {
        name: "action_kind",
        type: "enum",
        values: ["split", "dividend", "merger", "migration", "rename", "closure"],
        label: "Action",
        doc: "Kind of action.",
        leads: true,
      },
      {
        name: "action_terms",
        type: "string",
        label: "Terms",
        doc: "Ratio, amount or successor.",
      },
    ],
    flags: [
      {
        name: "has_corporate_action",
        label: "Corporate action on record",
        doc: "Whether a corporate action is on record.",
      },
    ],
    lists: [],
  },
] as const satisfies readonly KindDraft[];

type Declared = (typeof declared)[number];
export type EvidenceKindName = Declared["kind"];
export type DetailName = Declared["details"][number]["name"];
export type FlagName = Declared["flags"][number]["name"];
export type ListName = Declared["lists"][number]["name"];

export interface EvidenceDetail extends DetailDraft {
  name: DetailName;
  implied?: { by: DetailName; is: boolean; value: string };
}
interface Only {
  detail: DetailName;
  value: string;
}
export interface EvidenceFlag extends FlagDraft {
  name: FlagName;
  detail?: DetailName;
  only?: Only;
}
export interface EvidenceList extends ListDraft {
  name: ListName;
  detail: DetailName;
  only?: Only;
  opposite?: DetailName;
  complementOf?: ListName;
}
export interface EvidenceKind extends KindDraft {
  kind: EvidenceKindName;
  details: readonly EvidenceDetail[];
  flags: readonly EvidenceFlag[];
  lists: readonly EvidenceList[];
}

/** Every kind, in the order of importance to investors. */
export const evidenceKinds: readonly EvidenceKind[] = declared;
export const evidenceKindNames = declared.map(({ kind }) => kind);
const byName: ReadonlyMap<string, EvidenceKind> = new Map(evidenceKinds.map((one) => [one.kind, one]));
export const evidenceKindNamed = (name: string): EvidenceKind | undefined => byName.get(name);
/** Every detail of every kind. */
export const evidenceDetails: readonly EvidenceDetail[] = evidenceKinds.flatMap(({ details }) => details);

/** The values of details that limit a fact that there is none: no audit, no management fee. */
export const qualifiersOf = ({ flags }: EvidenceKind): readonly DetailName[] => [
  ...new Set(flags.flatMap(({ only }) => only?.detail ?? [])),
];

/** The fields of assets with the values yes, no or unknown. */
export const evidenceFlagNames: readonly FlagName[] = evidenceKinds.flatMap(({ flags }) =>
  flags.map(({ name }) => name),
);
