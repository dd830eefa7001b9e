/** A small market with figures that can be added up by hand, for read tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  addressSchema,
  assetSchema,
  type Catalog,
  citationSchema,
  emptyCatalog,
  evidenceSchema,
  firmSchema,
  jurisdictionSchema,
  networkSchema,
  platformSchema,
  serviceProviderSchema,
  tokenSchema,
} from "#domain/catalog";
import { levelParts, metricByName, weightOf } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, type EntityType } from "#domain/resources";
import { loadCatalog } from "#ingest";
import { createMarket, type Market } from "#market";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { bareAsset, bareNetwork, bareParticipant, bareToken } from "../../src/ingest/testRows/bareRows";
import { openFilledMarket } from "./filledMarket";
import { fillStore } from "./fillStore";
import { hangLimits } from "./hangLimits";

/** The group that both platforms belong to. */
const oneGroup = { slug: "example-group", name: "Example Group", source: bareParticipant.source };

/** Four assets: one on two networks, one on one, one on two, and one in its issuer's books only. */
export const worldCatalog: Catalog = {
  ...emptyCatalog,
  networks: [
    { ...bareNetwork, id: 1, slug: "ethereum", name: "Ethereum", color: "#627eea", layer: "L1", chain_id: 1 },
    { ...bareNetwork, id: 3, slug: "polygon", name: "Polygon", color: "#8247e5", aliases: ["matic"] },
    { ...bareNetwork, id: 10, slug: "base", name: "Base", color: "#0052ff", layer: "L2", parent: "ethereum" },
    { ...bareNetwork, id: 11, slug: "arbitrum", name: "Arbitrum", color: "#28a0f0" },
  ].map((row) => networkSchema.parse(row)),
  platforms: [
    { ...bareParticipant, id: 10, slug: "securitize", name: "Securitize", color: "#112233", group: oneGroup },
    { ...bareParticipant, id: 100001, slug: "ondo", name: "Ondo", group: oneGroup },
  ].map((row) => platformSchema.parse(row)),
  issuers: [{ ...bareParticipant, id: 100011, slug: "ondo-llc", name: "Ondo LLC" }].map((row) =>
    firmSchema.parse(row),
  ),
  managers: [{ ...bareParticipant, id: 100021, slug: "blackrock", name: "BlackRock" }].map((row) =>
    firmSchema.parse(row),
  ),
  service_providers: [{ ...bareParticipant, id: 100031, slug: "bny", name: "BNY", roles: ["custodian"] }].map(
    (row) => serviceProviderSchema.parse(row),
  ),
  jurisdictions: [
    {
      id: 100041,
      slug: "united-states",
      name: "United States",
      country_code: "US",
      region: "north_america",
      regulator: "SEC",
      source: bareParticipant.source,
    },
  ].map((row) => jurisdictionSchema.parse(row)),
  assets: [
    {
      ...bareAsset,
      id: 57,
      slug: "ousg",
      name: "Ondo Short-Term US Treasuries",
      ticker: "OUSG",
      asset_class: "treasuries",
      platform: "ondo",
      issuer: "ondo-llc",
      jurisdiction: "US",
      is_investable: true,
      inception_date: "2023-01-26",
      minimum_investment_dollar: 5000,
      service_providers: [{ provider: "bny", role: "custodian" }],
    },
    {
      ...bareAsset,
      id: 2331,
      slug: "buidl",
      name: "BlackRock USD Institutional Digital Liquidity Fund",
      ticker: "BUIDL",
      asset_class: "treasuries",
      platform: "securitize",
      manager: "blackrock",
      is_investable: false,
    },
    { ...bareAsset, id: 1001, slug: "usdx", name: "100%_Dollar", ticker: "USDX", asset_class: "stablecoins" },
    {
      ...bareAsset,
      id: 1002,
      slug: "gold-bar",
      name: "gold bar's",
      ticker: "=GOLD",
      asset_class: "commodities",
      distribution: "represented",
      denomination: "XAU",
    },
  ].map((row) => assetSchema.parse(row)),
  addresses: [
    {
      id: 100071,
      network: "ethereum",
      address: "0x40ec5B33f54e0E8A33A975908C5BA1c14e5BbbDf",
      name: "Polygon bridge",
      kind: "escrow",
      asset: "ousg",
      source: bareParticipant.source,
    },
    {
      id: 100072,
      network: "base",
      address: "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984",
      name: "Lending pool",
      kind: "pool",
      owner: "example-lending",
      owner_name: "Example Lending",
      source: bareParticipant.source,
    },
  ].map((row) => addressSchema.parse(row)),
  evidence: [
    {
      id: 100051,
      asset: "ousg",
      kind: "attestation",
      state: "known",
      stated: "2026-01-15",
      attestor: "Firm LLP",
      document: "Independent accountant's report",
      publisher: "Ondo",
      source: bareParticipant.source,
    },
  ].map((row) => evidenceSchema.parse(row)),
  citations: [
    {
      id: 100061,
      title: "Tokenized funds grow",
      publisher: "Example Weekly",
      medium: "article",
      published: "2026-02",
      assets: ["buidl"],
      source: "https://example.org/tokenized-funds-grow",
    },
  ].map((row) => citationSchema.parse(row)),
  tokens: [
    {
      ...bareToken,
      decimals: 18,
      id: 501,
      asset: "ousg",
      network: "ethereum",
      symbol: "OUSG",
      standard: "ERC-20",
    },
    {
      ...bareToken,
      decimals: 18,
      id: 502,
      asset: "ousg",
      network: "polygon",
      symbol: "OUSG",
      is_bridged: true,
    },
    { ...bareToken, decimals: 18, id: 503, asset: "buidl", network: "ethereum", symbol: "BUIDL" },
    { ...bareToken, decimals: 18, id: 504, asset: "usdx", network: "ethereum", symbol: "USDX" },
    { ...bareToken, decimals: 18, id: 505, asset: "usdx", network: "base", symbol: "USDX" },
  ].map((row) => tokenSchema.parse(row)),
};

/** Listing of an asset as a whole. */
export const wholeOf = (assetId: number): number => ASSET_LISTING_OFFSET + assetId;

const assetOfToken: Readonly<Record<number, number>> = {
  501: 57,
  502: 57,
  503: 2331,
  504: 1001,
  505: 1001,
  [wholeOf(1001)]: 1001,
  [wholeOf(1002)]: 1002,
  [wholeOf(57)]: 57,
};

const idOf = (metric: string): number => {
  const found = metricByName(metric);
  if (found === undefined) throw new Error(`No metric ${metric}`);
  return found.id;
};

export interface DailyRow {
  metric: string;
  listing: number;
  date: string;
  value: number;
  carried?: boolean;
  derived?: boolean;
  isSample?: boolean;
  sourceId?: number;
}

export interface EntityMetricRow {
  type: EntityType;
  id: number;
  metric: string;
  val: number | null;
  /** 7, 30, 90 and 365 days before; null if omitted. */
  past?: readonly (number | null)[];
  asOf?: string;
  /** First day of figures; defaults to `asOf`. */
  firstDay?: string;
  /** Last day with its own figures; defaults to `asOf`. */
  reported?: string;
  isSample?: boolean;
}

const levelsOf = ({ val, past = [] }: Pick<EntityMetricRow, "val" | "past">) =>
  Object.fromEntries(levelParts.map((part, i) => [part, [val, ...past][i] ?? null]));

/** Weights of a token's values: rows of a world cover the same days. */
function weightsOf(
  rows: readonly EntityMetricRow[],
  { type, id, metric }: Pick<EntityMetricRow, "type" | "id" | "metric">,
) {
  const weighed = metricByName(metric);
  const weight = weighed && weightOf(weighed);
  const found = rows.find((row) => row.type === type && row.id === id && row.metric === weight?.slug);
  if (type !== "token" || found === undefined) return {};
  return Object.fromEntries(Object.entries(levelsOf(found)).map(([part, value]) => [`w_${part}`, value]));
}

export interface MarketWorld {
  store: MarketStore;
  market: Market;
  daily(rows: readonly DailyRow[]): Promise<void>;
  entityMetrics(rows: readonly EntityMetricRow[]): Promise<void>;
  close(): Promise<void>;
}

const fillWorld = async (store: MarketStore): Promise<void> => {
  await migrateMarketStore(store);
  await loadCatalog(store, worldCatalog);
};

async function openStore(folder: string, catalog: Catalog, url: string | null): Promise<MarketStore> {
  if (url === null && catalog === worldCatalog) return openFilledMarket(folder, fillWorld);
  const store =
    url === null
      ? await openFilledMarket(folder, migrateMarketStore)
      : await openMarketStore({ url, folder, times: hangLimits.statement });
  await fillStore(store, async () => {
    if (url !== null) await migrateMarketStore(store);
    await loadCatalog(store, catalog);
  });
  return store;
}

/**
 * Opens a market with the catalog above and no figures, in its own folder. Each write increments its data version.
 * @param url of a ClickHouse server; defaults to the embedded engine
 */
export async function openMarketWorld(
  catalog: Catalog = worldCatalog,
  url: string | null = null,
): Promise<MarketWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), "market-world-"));
  const store = await openStore(folder, catalog, url);
  // As in the product: counted from the second of a change.
  let version = Date.UTC(2026, 1, 4, 6) / 1_000;
  const insert: MarketStore["insert"] = async (...given) => {
    await store.insert(...given);
    // Counters advance with the clock.
    if (given[0] !== "settings") version += 1;
  };
  return {
    store: { ...store, insert },
    market: createMarket({ store, dataVersion: () => version }),
    daily: (rows) =>
      insert(
        "daily_metrics",
        rows.map((row) => ({
          metric_id: idOf(row.metric),
          asset_id: assetOfToken[row.listing],
          token_id: row.listing,
          date: row.date,
          value: row.value,
          carried: row.carried ?? false,
          derived: row.derived ?? false,
          is_sample: row.isSample ?? false,
          source_id: row.sourceId ?? 0,
          version: 1,
        })),
      ),
    entityMetrics: (rows) =>
      insert(
        "entity_metrics",
        rows.map(
          ({
            type,
            id,
            metric,
            val,
            past,
            asOf = "2026-02-03",
            firstDay = asOf,
            reported = asOf,
            isSample = false,
          }) => ({
            entity_type: type,
            entity_id: id,
            metric_id: idOf(metric),
            as_of: asOf,
            first_day: firstDay,
            reported,
            ...levelsOf({ val, past }),
            ...weightsOf(rows, { type, id, metric }),
            is_sample: isSample,
            version: 1_770_076_800_000_000,
          }),
        ),
      ),
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
