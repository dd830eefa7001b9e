/**
 * Resources whose rows come from ingestion, not from the catalog: transfers,
 * lending pools, loans, offerings and news. Their fields are their columns.
 */

import { regionSlugs } from "../catalog/regionSlugs";
import {
  collateralTypes,
  investmentFilterStatuses,
  loanSectorCategories,
  loanStatusDoc,
  loanStatuses,
} from "../vocabulary/credit";
import { newsTagKinds } from "../vocabulary/newsTagKinds";
import { wordsOfValue } from "../vocabulary/valueWords";
import { identity, reference } from "./commonFields";
import { type EntityKind, entityOf, refersTo } from "./entities";
import { describeResource, type Field, type FieldDraft, field, nestedEntity } from "./resource";

const ingested = { source: "ingestion" } as const;
const column = <const Name extends string>(draft: FieldDraft<Field<Name>>) =>
  field({ ...ingested, ...draft });
const sampleField = column({
  name: "is_sample",
  type: "boolean",
  label: "Sample",
  doc: "Whether the row is sample data.",
});
const own = (of: string, kind: EntityKind | null) =>
  identity(of, kind).map(({ field }) => ({ ...field, ...ingested }));
const referred = <Kind extends EntityKind>(kind: Kind) =>
  reference(kind).map(({ field }) => ({ ...field, ...ingested }));

/** Status of a loan or pool, with the meaning of each value. */
const statusField = (of: "loan" | "pool") => {
  const list = (nameOf: (slug: string) => string) =>
    loanStatuses.map(({ slug, doc }) => `${nameOf(slug)} (${doc})`).join("; ");
  return column({
    name: "status",
    type: "enum",
    values: loanStatuses.map(({ slug }) => slug),
    describeValue: loanStatusDoc,
    label: "Status",
    doc: `Status of the ${of}: ${list((slug) => `\`${slug}\``)}.`,
    hint: `Status of the ${of}: ${list(wordsOfValue)}.`,
  });
};

export const transactionKinds = ["mint", "burn", "transfer", "bridge_in", "bridge_out"] as const;

export const transactionsResource = describeResource({
  slug: "transactions",
  singular: "transaction",
  label: "Transactions",
  doc: "Token mints, burns, transfers and bridge transfers, newest first.",
  searchFields: ["asset_name", "symbol", "network_name"],
  addressFields: ["token_address", "from_address", "to_address", "transaction_hash"],
  defaultSort: { field: "timestamp", direction: "desc" },
  pagedByKey: { time: "timestamp" },
  nested: [
    {
      kind: "copy",
      name: "amount",
      doc: "Number of units, as a number.",
      of: "amount_token",
      isNumber: true,
    },
    {
      kind: "object",
      name: "token",
      doc: "Its token.",
      parts: {
        id: "token_id",
        symbol: "symbol",
        address: "token_address",
        decimals: "token_decimals",
        network_id: "network_id",
      },
    },
    nestedEntity("asset"),
    nestedEntity("network"),
    { kind: "object", name: "transaction_type", doc: "Its kind.", parts: { slug: "kind", name: "kind" } },
  ],
  fields: [
    column({
      name: "id",
      type: "string",
      label: "Id",
      doc: "Network, transaction and log index.",
    }),
    column({
      name: "timestamp",
      aliases: ["date"],
      type: "datetime",
      label: "Time",
      doc: "Block time, UTC.",
    }),
    column({
      name: "kind",
      aliases: ["transaction_type", "transaction_type_slug"],
      type: "enum",
      values: transactionKinds,
      label: "Kind",
      doc: "Mint, burn, transfer, or bridge transfer in or out of the network.",
    }),
    ...referred("network"),
    ...referred("asset"),
    ...referred("asset_class"),
    column({
      name: "token_id",
      type: "id",
      refersTo: refersTo("token", "id"),
      label: "Token id",
      doc: "Numeric id of the token.",
    }),
    column({ name: "symbol", type: "string", label: "Symbol", doc: "Symbol of the token." }),
    column({
      name: "token_address",
      type: "string",
      label: "Token address",
      doc: "Contract address of the token, or its native identifier on the network.",
      nullable: true,
    }),
    column({
      name: "token_decimals",
      type: "number",
      label: "Token decimals",
      doc: "Decimal places of the token.",
      whenNull: "if unknown",
      nullable: true,
    }),
    column({
      name: "is_bridged",
      type: "boolean",
      label: "Bridged",
      doc: "Whether the token is a bridged version of one issued on another network.",
    }),
    column({
      name: "amount_token",
      aliases: ["amount"],
      type: "amount",
      label: "Amount",
      unit: "token",
      doc: "Exact number of units.",
      whenNull: "if it has more than 18 digits after the point or 58 before it; see `amount_units`",
      hint: "Exact number of units.",
      nullable: true,
      sortable: false,
    }),
    column({
      name: "amount_units",
      type: "string",
      label: "Amount in smallest units",
      doc: "Exact amount in the smallest unit of the token, as a whole number of any size.",
      whenNull: "for sample data",
      hint: "Exact amount in the smallest unit of the token.",
      nullable: true,
      sortable: false,
    }),
    column({
      name: "amount_dollar",
      type: "number",
      label: "Value",
      unit: "dollar",
      doc: "Dollar value at that day's unit value.",
      nullable: true,
    }),
    column({
      name: "from_address",
      type: "string",
      label: "From",
      doc: "Sender; in a bridge transfer into the network, the contract of the bridge.",
      whenNull: "for mints, or if unknown",
      hint: "Sender.",
      nullable: true,
    }),
    column({
      name: "to_address",
      type: "string",
      label: "To",
      doc: "Receiver; in a bridge transfer out of the network, the contract of the bridge.",
      whenNull: "for burns, or if unknown",
      hint: "Receiver.",
      nullable: true,
    }),
    column({
      name: "transaction_hash",
      type: "string",
      label: "Transaction",
      doc: "Transaction hash.",
    }),
    column({ name: "block_number", type: "number", label: "Block", doc: "Block number." }),
    column({
      name: "is_pending",
      type: "boolean",
      label: "Not final",
      doc: "Whether its block is not final yet, so that it can still be replaced. Daily figures count final blocks only.",
    }),
    sampleField,
  ],
});

export const poolsResource = describeResource({
  slug: "pools",
  permission: "experimental",
  slugField: "slug",
  singular: "pool",
  label: "Pools",
  doc: "Lending pools of private-credit platforms.",
  defaultSort: { field: "outstanding_capital_dollar", direction: "desc" },
  searchFields: ["name"],
  fields: [
    ...own("pool", "pool"),
    ...referred("asset"),
    ...referred("platform"),
    ...referred("network"),
    statusField("pool"),
    column({
      name: "collateral_type",
      type: "enum",
      values: collateralTypes,
      label: "Collateral",
      doc: "Collateral securing the loans.",
      nullable: true,
    }),
    column({
      name: "outstanding_capital_dollar",
      type: "number",
      unit: "dollar",
      label: "Outstanding capital",
      doc: "Principal lent and not yet repaid.",
      nullable: true,
    }),
    column({
      name: "cumulative_issued_amount_dollar",
      type: "number",
      unit: "dollar",
      label: "Issued to date",
      doc: "Principal of all loans originated to date.",
      nullable: true,
    }),
    column({
      name: "defaulted_loans_amount_dollar",
      type: "number",
      unit: "dollar",
      label: "Defaulted",
      doc: "Outstanding principal of loans in default.",
      nullable: true,
    }),
    column({
      name: "average_interest_rate_percent",
      type: "number",
      unit: "percent",
      label: "Interest rate",
      doc: "Average annual interest rate on loans, weighted by outstanding capital.",
      nullable: true,
    }),
    column({
      name: "active_loans_count",
      type: "number",
      unit: "count",
      label: "Active loans",
      doc: "Loans that are current or late.",
      nullable: true,
    }),
    sampleField,
  ],
});

export const loansResource = describeResource({
  slug: "loans",
  permission: "experimental",
  singular: "loan",
  label: "Loans",
  doc: "Individual loans of private-credit platforms.",
  defaultSort: { field: "principal_dollar", direction: "desc" },
  searchFields: ["name"],
  fields: [
    column({ name: "id", type: "id", label: "Id", doc: "Numeric id of the loan." }),
    column({ name: "name", type: "string", label: "Name", doc: "Name of the loan." }),
    ...referred("pool"),
    ...referred("asset"),
    ...referred("platform"),
    ...referred("network"),
    statusField("loan"),
    column({
      name: "sector",
      type: "enum",
      values: loanSectorCategories,
      label: "Sector",
      doc: "Sector of the borrower.",
    }),
    column({
      name: "collateral_type",
      type: "enum",
      values: collateralTypes,
      label: "Collateral",
      doc: "Collateral securing the loan.",
      nullable: true,
    }),
    column({
      name: "region",
      type: "enum",
      values: regionSlugs,
      label: "Region",
      doc: "Region of the borrower.",
      nullable: true,
    }),
    column({
      name: "principal_dollar",
      type: "number",
      unit: "dollar",
      label: "Principal",
      doc: "Principal lent.",
    }),
    column({
      name: "outstanding_dollar",
      type: "number",
      unit: "dollar",
      label: "Outstanding",
      doc: "Principal not yet repaid.",
    }),
    column({
      name: "interest_rate_percent",
      type: "number",
      unit: "percent",
      label: "Interest rate",
      doc: "Annual interest rate.",
    }),
    column({ name: "issued_date", type: "date", label: "Issued", doc: "Origination date." }),
    column({
      name: "maturity_date",
      type: "date",
      label: "Maturity",
      doc: "Maturity date.",
      nullable: true,
    }),
    sampleField,
  ],
});

export const investmentsResource = describeResource({
  slug: "investments",
  slugField: "slug",
  singular: "investment",
  label: "Investments",
  doc: "Offerings open for subscription or announced.",
  defaultSort: { field: "opens_date", direction: "desc" },
  searchFields: ["name"],
  fields: [
    ...own("offering", "investment"),
    ...referred("asset"),
    ...referred("asset_class"),
    ...referred("platform"),
    column({
      name: "status",
      type: "enum",
      values: investmentFilterStatuses,
      label: "Status",
      doc: "Live or upcoming.",
    }),
    column({ name: "opens_date", type: "date", label: "Opens", doc: "First day of the offering." }),
    column({
      name: "closes_date",
      type: "date",
      label: "Closes",
      doc: "Last day of the offering.",
      nullable: true,
    }),
    column({
      name: "target_dollar",
      type: "number",
      unit: "dollar",
      label: "Target",
      doc: "Target raise.",
      nullable: true,
    }),
    column({
      name: "raised_dollar",
      type: "number",
      unit: "dollar",
      label: "Raised",
      doc: "Amount raised to date.",
      nullable: true,
    }),
    column({
      name: "minimum_investment_dollar",
      type: "number",
      unit: "dollar",
      label: "Minimum",
      doc: "Minimum initial investment.",
      nullable: true,
    }),
    column({
      name: "target_yield_percent",
      type: "number",
      unit: "percent",
      label: "Target yield",
      doc: "Target annual yield.",
      nullable: true,
    }),
    sampleField,
  ],
});

export const newsResource = describeResource({
  slug: "news",
  singular: "news item",
  label: "News",
  doc: "News about assets and their participants.",
  defaultSort: { field: "published_at", direction: "desc" },
  searchFields: ["title", "publisher", "asset_name"],
  linkField: "url",
  fields: [
    column({ name: "id", type: "id", label: "Id", doc: "Numeric id of the item." }),
    column({
      name: "published_at",
      type: "datetime",
      label: "Published",
      doc: "Time of publication, UTC.",
    }),
    column({ name: "title", type: "string", label: "Title", doc: "Headline." }),
    column({
      name: "summary",
      type: "text",
      label: "Summary",
      doc: "Short summary.",
      nullable: true,
    }),
    column({
      name: "publisher",
      type: "string",
      label: "Publisher",
      doc: "Name of the publisher.",
      groupable: true,
    }),
    column({
      name: "url",
      type: "url",
      label: "Link",
      doc: "URL of the article.",
      nullable: true,
    }),
    ...referred("asset"),
    ...referred("asset_class"),
    ...newsTagKinds.map((kind) =>
      column({
        name: `${kind}_tags`,
        type: "strings",
        label: `${entityOf(kind).label} tags`,
        doc: `Slugs of the ${entityOf(kind).label.toLowerCase()}s that the item is about.`,
        hint: `Each ${entityOf(kind).label.toLowerCase()} that the item is about.`,
        refersTo: refersTo(kind, "slug", null),
      }),
    ),
    column({
      name: "subjects",
      type: "strings",
      label: "About",
      doc: "What the item is about: kind, slug and name of each, as in network/ethereum/Ethereum.",
      hint: "What the item is about.",
      filterable: false,
      links: { names: "entities" },
    }),
    sampleField,
  ],
});
