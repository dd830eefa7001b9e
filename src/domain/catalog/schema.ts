/**
 * The shape of every row under `catalog/`. One zod schema per file kind; the
 * loader, the validator (`cadastre catalog check`) and the documentation all
 * come from here. Unknown facts are `null`, never a guess.
 */
import { z } from "zod";
import { assetClasses } from "../vocabulary/assetClasses";
import { type FirmKind, type FirmResource, firms } from "../vocabulary/firms";
import { goodsUnits, underlyingGoods } from "../vocabulary/goods";
import { serviceProviderRoles } from "../vocabulary/serviceProviderRoles";
import { tokenKindDocs, tokenKinds } from "../vocabulary/tokenKinds";
import { addressSchema } from "./addressSchema";
import { citationSchema } from "./citationSchema";
import { evidenceSchema } from "./evidenceSchema";
import { newsSchema } from "./newsSchema";
import { regionSlugs } from "./regionSlugs";
import { catalogDate, catalogId, catalogSlug, httpUrl, lei } from "./valueSchemas";

const slug = catalogSlug;
const id = catalogId.describe(
  "unique among rows of this kind and never reused; own rows are numbered above 1,000,000 by `cadastre catalog add`",
);
const ownSlug = slug.describe("name in URLs, filters and imported files: lower-case words joined by hyphens");
const website = httpUrl.nullable().describe("home page");
const displayName = z.string().min(1).describe("name as shown");
const text = (about: string) => z.string().nullable().describe(about);
const isoDate = catalogDate;
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/, "must be a lower-case #rrggbb colour");
/** ISO 3166-1 alpha-2 country code in upper case. */
const countryCode = z.string().regex(/^[A-Z]{2}$/, "must be an ISO 3166-1 alpha-2 country code");
/** Where the facts of the row can be read in public. */
const source = httpUrl.describe("public page that is the source of this row");

export const networkSchema = z.strictObject({
  id,
  slug: ownSlug,
  name: displayName,
  aliases: z.array(slug).default([]).describe("aliases accepted for this network"),
  explorer_url: httpUrl.nullable().describe("address of its block explorer, to which links to tokens lead"),
  explorer_name: text("name of that explorer"),
  color: hexColor.describe("colour in charts, such as #2f6fde"),
  chain_id: z.int().positive().nullable().describe("EIP-155 chain id; null for non-EVM networks"),
  layer: z.enum(["L1", "L2"]).nullable().describe("L2 if it settles on another network"),
  parent: slug.nullable().describe("slug of the network it settles on"),
  virtual_machine: text("EVM, SVM, TVM and the like; decides how addresses are checked"),
  architecture: text("kind of network, such as rollup or appchain"),
  website,
  founded_date: isoDate.nullable().describe("first day of the public network"),
  description: text("one or two sentences"),
  source,
});

const participant = {
  id,
  slug: ownSlug,
  name: displayName,
  legal_name: z.string().nullable().default(null).describe("name as registered"),
  lei: lei.nullable().default(null).describe("legal entity identifier (ISO 17442)"),
  cik: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, "must be the digits of a Central Index Key, without leading zeros")
    .nullable()
    .default(null)
    .describe("Central Index Key at the US Securities and Exchange Commission"),
  register_number: z.string().min(1).nullable().default(null).describe("company registration number"),
  register_name: z.string().min(1).nullable().default(null).describe("register that issued the number"),
  legal_source: httpUrl
    .nullable()
    .default(null)
    .describe("public page that is the source of these identifiers; required with them"),
  jurisdiction: countryCode.nullable().describe("country of registration, such as LU"),
  website,
  founded_date: isoDate.nullable().default(null).describe("day of its foundation"),
  description: text("one or two sentences"),
  source,
};

/** The corporate group that a platform or firm belongs to. Rows of one kind that name the same group are grouped together. */
const group = z
  .strictObject({
    slug: slug.describe("name in filters; the same for every member"),
    name: displayName.describe("name as shown; the same for every member"),
    source: httpUrl.describe("public page that says so"),
  })
  .nullable()
  .default(null)
  .describe(
    "corporate group that it belongs to, with the page that says so; null if it has none or none is known",
  );

interface Identified {
  lei: string | null;
  cik: string | null;
  register_number: string | null;
  register_name: string | null;
  legal_source: string | null;
}

/** Identifiers come with the page that gives them, a number with its register. */
function checkIdentifiers(row: Identified, context: z.RefinementCtx): void {
  const given = (["lei", "cik", "register_number"] as const).filter((name) => row[name] !== null);
  if (given.length > 0 && row.legal_source === null) {
    context.addIssue({
      code: "custom",
      path: ["legal_source"],
      message: `is required with ${given.join(", ")}`,
    });
  }
  if ((row.register_number === null) !== (row.register_name === null)) {
    const path = [row.register_number === null ? "register_number" : "register_name"];
    context.addIssue({
      code: "custom",
      path,
      message: "a number requires its register, and a register its number",
    });
  }
}

export const platformSchema = z
  .strictObject({
    ...participant,
    group,
    color: hexColor.nullable().default(null).describe("colour in charts, such as #2f6fde"),
  })
  .superRefine(checkIdentifiers);
/** Of every kind in `vocabulary/firms.ts`. */
export const firmSchema = z.strictObject({ ...participant, group }).superRefine(checkIdentifiers);

export const serviceProviderSchema = z
  .strictObject({
    ...participant,
    roles: z.array(z.enum(serviceProviderRoles)).min(1).describe("what it does for assets"),
  })
  .superRefine(checkIdentifiers);

export const jurisdictionSchema = z.strictObject({
  id,
  slug: ownSlug,
  name: displayName,
  country_code: countryCode.describe("ISO 3166-1 alpha-2, such as LU"),
  region: z.enum(regionSlugs).describe("region on the map"),
  regulator: text("name of the financial regulator"),
  source,
});

const nullableSlug = slug.nullable();
/** Whom an asset names of each kind of firm. */
const firmsOfAsset = Object.fromEntries(
  firms.map(({ kind, role, isStated }) => [
    kind,
    (isStated ? nullableSlug : nullableSlug.default(null)).describe(role),
  ]),
) as Record<FirmKind, typeof nullableSlug>;

const assetRow = z.strictObject({
  id,
  slug: ownSlug,
  name: displayName,
  ticker: z.string().min(1).max(32).describe("symbol as shown"),
  asset_class: slug.describe(`asset class: ${assetClasses.map((one) => one.slug).join(", ")}`),
  platform: slug.nullable().describe("tokenization platform"),
  ...firmsOfAsset,
  jurisdiction: countryCode.nullable().describe("domicile of the issuing vehicle"),
  description: text("one or two sentences"),
  website,
  inception_date: isoDate.nullable().describe("first day on which units were issued"),
  denomination: z
    .string()
    .min(1)
    .max(12)
    .nullable()
    .describe("currency or commodity of one unit, such as USD, EUR or XAU; null if it floats"),
  distribution: z
    .enum(["distributed", "represented"])
    .describe(
      "distributed: units can move between wallets off the issuing platform; represented: they cannot",
    ),
  is_investable: z.boolean().nullable().describe("whether investors can subscribe now"),
  is_rebasing: z
    .boolean()
    .nullable()
    .default(null)
    .describe("whether income is paid by changing the number of units of each holder"),
  minimum_investment_dollar: z.number().nonnegative().nullable().default(null).describe("in US dollars"),
  management_fee_percent: z
    .number()
    .nonnegative()
    .nullable()
    .default(null)
    .describe("per year; 0.15 is 0.15%"),
  isin: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/)
    .nullable()
    .default(null)
    .describe("International Securities Identification Number"),
  underlying_goods: z.enum(underlyingGoods).nullable().default(null).describe("commodity underlying a unit"),
  underlying_amount: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("amount of that commodity per unit; null if not fixed or not published"),
  underlying_unit: z.enum(goodsUnits).nullable().default(null).describe("unit of the underlying amount"),
  underlying_symbol: z
    .string()
    .regex(/^[A-Z0-9][A-Z0-9.]{0,11}$/, "must be an exchange symbol in capitals, such as AAPL or BRK.B")
    .nullable()
    .default(null)
    .describe("exchange symbol of the listed share or fund underlying a unit"),
  service_providers: z
    .array(
      z.strictObject({
        provider: slug,
        role: z.enum(serviceProviderRoles),
        source: httpUrl.nullable().default(null),
      }),
    )
    .default([])
    .describe("slug and role of each service provider, and the public document that names it in that role"),
  source,
});

/** An amount requires its unit and commodity. */
function checkGoods(row: z.output<typeof assetRow>, context: z.RefinementCtx): void {
  const { underlying_goods: goods, underlying_amount: amount, underlying_unit: unit } = row;
  const report = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (amount === null && unit !== null) report("underlying_amount", "is required with underlying_unit");
  if (amount !== null && unit === null) report("underlying_unit", "is required with underlying_amount");
  if (amount !== null && goods === null) report("underlying_goods", "is required with underlying_amount");
}

export const assetSchema = assetRow.superRefine(checkGoods);

/** A block of a network; numbers above this are not exact in JSON. */
const block = z.int().min(0).nullable().default(null);

const tokenStandards = [
  "ERC-20",
  "ERC-1400",
  "ERC-3643",
  "ERC-4626",
  "ERC-721",
  "SPL",
  "SPL-2022",
  "Stellar Asset",
  "Soroban",
  "XRPL Issued Currency",
  "XRPL MPT",
  "TRC-20",
  "ASA",
  "Aptos FA",
  "Aptos Coin",
  "Sui Coin",
  "NEP-141",
  "Hedera Token Service",
  "Cosmos SDK Denom",
  "FA1.2",
  "FA2",
  "Cadence FT",
  "Omni Layer",
  "Liquid Asset",
  "Polkadot Asset",
  "EOS Token",
  "Canton",
  "TON Jetton",
  "Cardano Native Asset",
  "Starknet ERC-20",
] as const;
const tokenRow = z.strictObject({
  id,
  asset: slug.describe("slug of its asset"),
  network: slug.describe("slug of its network"),
  address: z
    .string()
    .min(1)
    .nullable()
    .describe("contract address or the network's own identifier ([formats](#address-formats))"),
  symbol: z.string().min(1).max(32).describe("symbol on this network"),
  decimals: z.int().min(0).max(36).nullable().describe("decimals of amounts on the network"),
  standard: z.enum(tokenStandards).nullable(),
  is_bridged: z
    .boolean()
    .default(false)
    .describe("whether it is a bridged copy of a token issued on another network"),
  deployed_date: isoDate.nullable().default(null).describe("day of its deployment"),
  kind: z
    .enum(tokenKinds)
    .nullable()
    .default(null)
    .describe(
      `how its contract keeps balances: ${tokenKinds.map((kind) => `${kind} (${tokenKindDocs[kind]})`).join("; ")}; null if unknown, which is read as plain`,
    ),
  deployed_block: block.describe("block of its deployment, from which its transfers are read"),
  valid_from_block: block.describe(
    "first block whose transfers count in figures; those before it count in balances only, from deployed_block on",
  ),
  valid_to_block: block.describe(
    "last block whose transfers count, such as the last one before a migration; its units count no longer from the end of its day on",
  ),
  replaces: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "address of the contract on the same network whose units were migrated to this one; that one counts up to the block before valid_from_block (or deployed_block)",
    ),
  source,
});

/** Blocks of a token are in order. */
function checkBlocks(row: z.output<typeof tokenRow>, context: z.RefinementCtx): void {
  const { deployed_block: deployed, valid_from_block: from, valid_to_block: to } = row;
  const report = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (deployed !== null && from !== null && from < deployed)
    report("valid_from_block", `must not be before deployed_block, ${deployed}`);
  const first = from ?? deployed;
  if (first !== null && to !== null && to < first)
    report(
      "valid_to_block",
      `must not be before ${from === null ? "deployed_block" : "valid_from_block"}, ${first}`,
    );
  if (row.replaces !== null && first === null)
    report(
      "valid_from_block",
      "is required with replaces (or deployed_block): the block from which it counts",
    );
}

export const tokenSchema = tokenRow.superRefine(checkBlocks);

export type FirmGroup = z.output<typeof group>;
export type Network = z.output<typeof networkSchema>;
export type Platform = z.output<typeof platformSchema>;
export type FirmRow = z.output<typeof firmSchema>;
export type ServiceProvider = z.output<typeof serviceProviderSchema>;
export type Jurisdiction = z.output<typeof jurisdictionSchema>;
export type Asset = z.output<typeof assetSchema>;
export type Token = z.output<typeof tokenSchema>;

const firmKinds = Object.fromEntries(
  firms.map(({ resource }) => [resource, { schema: firmSchema, path: `${resource}.jsonl` }]),
) as Record<FirmResource, { schema: typeof firmSchema; path: string }>;

/**
 * Kind → schema → location of its rows. `assets` and `tokens` are folders with one file per asset class, so
 * that two editors rarely touch the same file; `evidence` has one per asset. Addresses, evidence, citations and news
 * are optional.
 */
export const catalogKinds = {
  networks: { schema: networkSchema, path: "networks.jsonl" },
  jurisdictions: { schema: jurisdictionSchema, path: "jurisdictions.jsonl" },
  platforms: { schema: platformSchema, path: "platforms.jsonl" },
  ...firmKinds,
  service_providers: { schema: serviceProviderSchema, path: "service_providers.jsonl" },
  assets: { schema: assetSchema, path: "assets/*.jsonl" },
  tokens: { schema: tokenSchema, path: "tokens/*.jsonl" },
  addresses: { schema: addressSchema, path: "addresses/*.jsonl" },
  evidence: { schema: evidenceSchema, path: "evidence/*.jsonl" },
  citations: { schema: citationSchema, path: "citations.jsonl" },
  news: { schema: newsSchema, path: "news.jsonl" },
} as const;
export type CatalogKind = keyof typeof catalogKinds;
export const catalogKindNames = Object.keys(catalogKinds) as CatalogKind[];
/** Kinds whose files are optional. */
export const optionalKinds: readonly CatalogKind[] = [
  "addresses",
  "evidence",
  "citations",
  "news",
  ...firms.filter(({ isStated }) => !isStated).map(({ resource }) => resource),
];

/** Every catalog row by kind. */
export type Catalog = { [Kind in CatalogKind]: readonly z.output<(typeof catalogKinds)[Kind]["schema"]>[] };

/** A catalog without rows. */
export const emptyCatalog = Object.fromEntries<readonly unknown[]>(
  catalogKindNames.map((kind) => [kind, []]),
) as Catalog;
