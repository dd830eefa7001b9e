/** The screens that list a resource: what each shows first. Other columns are in its column picker. */
import type { ColumnName, FieldName, Filter, ResourceSlug } from "#domain";
import { mainMetrics } from "./mainMetrics";
import type { Screen } from "./screen";
import { freshness } from "./sections/provenance";
import { fieldChoice, wholeTable } from "./sections/table";
import type { Subject } from "./subject";
import { rowsListed } from "./subjects";

interface ListOptions<Slug extends ResourceSlug> {
  columns: readonly ColumnName<Slug>[];
  /** What the page is called; without it, what the resource is. */
  title?: string;
  /** What the page says it lists; without it, what the resource says of itself. */
  description?: string;
  /** Rows that the page is about; by default all. */
  filter?: Filter;
  /** A field of a few values, by which readers choose first. */
  choice?: FieldName<Slug>;
}

function list<Slug extends ResourceSlug>(
  resource: Slug,
  { columns, title, description, filter, choice }: ListOptions<Slug>,
): Screen<Subject> {
  const spec = { resource, columns, ...(filter && { filter }) };
  return {
    subject: rowsListed(spec, description),
    header: { ...(title !== undefined && { title }), actions: freshness.show },
    sections: [],
    lead: [...(choice === undefined ? [] : [fieldChoice(resource, choice)]), wholeTable(spec)],
    head: (subject) => ({
      title: title ?? subject.name,
      description: `${subject.description} Search, filter, sort and download.`.trim(),
    }),
  };
}

const participants = ["name", "asset_count", ...mainMetrics, "jurisdiction_country_name"] as const;

export const assets = list("assets", {
  title: "Asset Search",
  columns: ["name", "asset_class_name", "protocol_name", "issuer_name", ...mainMetrics],
});

export const tokens = list("tokens", {
  description: "Tokens by asset and network: value, holders and transfers.",
  // A reader looks for deployments; what is known of an asset as a whole is on the asset's page.
  filter: { operator: "equals", field: "is_asset_level", value: false },
  columns: ["asset_name", "symbol", "network_name", "asset_class_name", "standard", ...mainMetrics],
});

export const platforms = list("platforms", { columns: participants });
export const issuers = list("issuers", { columns: participants });
export const managers = list("managers", { columns: participants });

export const assetClasses = list("asset_classes", {
  columns: ["name", "asset_count", "token_count", ...mainMetrics],
});

export const transactions = list("transactions", {
  columns: [
    "timestamp",
    "kind",
    "asset_name",
    "network_name",
    "amount_token",
    "symbol",
    "amount_dollar",
    "from_address",
    "to_address",
    "transaction_hash",
  ],
});

export const investments = list("investments", {
  choice: "status",
  columns: [
    "name",
    "asset_class_name",
    "protocol_name",
    "status",
    "opens_date",
    "closes_date",
    "target_dollar",
    "raised_dollar",
    "target_yield_percent",
  ],
});

export const pools = list("pools", {
  columns: [
    "name",
    "protocol_name",
    "network_name",
    "status",
    "collateral_type",
    "outstanding_capital_dollar",
    "cumulative_issued_amount_dollar",
    "defaulted_loans_amount_dollar",
    "average_interest_rate_percent",
    "active_loans_count",
  ],
});

export const loans = list("loans", {
  columns: [
    "name",
    "protocol_name",
    "status",
    "sector",
    "collateral_type",
    "region",
    "principal_dollar",
    "outstanding_dollar",
    "interest_rate_percent",
    "issued_date",
    "maturity_date",
  ],
});
