/**
 * Holders of each token at the end of the last day of its ledger, as the rows of the resource `holders`. The rows of a token
 * are computed again after each change of its ledger and replace the former ones at once.
 */
import { createHash } from "node:crypto";
import { type CatalogIndex, holdersResource } from "#domain/resources";
import { assetClasses } from "#domain/vocabulary";
import { type MarketStore, readSetting } from "#stores";
import { announceDataVersion, moveAnnouncedVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { withScratchTables } from "../scratchTables";
import { writeSetting } from "../settings";
import { addressSql, hexAddress, shownAddress } from "./ledgerNetworks";
import type { LedgerToken } from "./ledgerTokens";

const { table: TABLE } = holdersResource;
/** Increment when the rows are computed otherwise. */
const REVISION = 1;
/** What the rows of each token were computed from, by id of the token. */
const SETTING = "holders_basis";

export interface HoldersUpdate {
  catalog: CatalogIndex;
  /** Tokens of one or several networks; others keep their rows. */
  tokens: readonly LedgerToken[];
  /** Runs changes of the store exclusively. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  signal?: AbortSignal | undefined;
}

/** @returns the number of tokens whose rows were written or removed */
export async function storeHolders(
  store: MarketStore,
  { catalog, tokens, exclusively, signal }: HoldersUpdate,
): Promise<number> {
  const lastDays = await readLastDays(store, tokens);
  let changed = 0;
  for (const token of tokens) {
    signal?.throwIfAborted();
    const ledger = lastDays.get(token.contract.id);
    const row = ledger === undefined ? null : tokenColumns(catalog, token);
    const network = row === null ? undefined : catalog.networkBySlug.get(row.network_slug);
    if (ledger === undefined || row === null || network === undefined) continue;
    const labels = labelsOf(catalog, token, ledger.day);
    const basis = createHash("sha256")
      .update(JSON.stringify([REVISION, ledger, row, [...labels]]))
      .digest("hex");
    changed += await exclusively(() =>
      replaceToken(store, { token, network, lastDay: ledger.day, row, labels, basis }),
    );
  }
  return changed + (await exclusively(() => forgetRemovedTokens(store, catalog)));
}

/** Removes all holders, for installations that show none. */
export async function forgetHolders(store: MarketStore): Promise<void> {
  const basis = await readBasis(store);
  if (Object.keys(basis).length === 0) return;
  await announceDataVersion(store);
  await store.run(`TRUNCATE TABLE ${TABLE}`);
  await writeBasis(store, {});
  await moveAnnouncedVersion(store);
}

async function readBasis(store: MarketStore): Promise<Record<string, string>> {
  return JSON.parse((await readSetting(store, SETTING)) || "{}");
}

const writeBasis = async (store: MarketStore, basis: Readonly<Record<string, string>>): Promise<void> =>
  writeSetting(store, { name: SETTING, value: JSON.stringify(basis), version: await nextRowVersion(store) });

interface LastDay {
  day: string;
  /** Of the newest figures: days can be computed again. */
  version: string;
}

async function readLastDays(
  store: MarketStore,
  tokens: readonly LedgerToken[],
): Promise<ReadonlyMap<number, LastDay>> {
  const rows = await store.compactRows<[id: number, day: string, version: string]>(
    `SELECT contract_id, toString(max(day)), toString(max(version)) FROM ledger_daily
      WHERE contract_id IN {ids:Array(UInt32)} GROUP BY contract_id`,
    { ids: tokens.map(({ contract }) => contract.id) },
  );
  return new Map(rows.map(([id, day, version]) => [id, { day, version }]));
}

/** Columns that are the same for every holder of a token; null if it is not in the catalog. */
function tokenColumns(catalog: CatalogIndex, { tokenId, contract, decimals }: LedgerToken) {
  const token = catalog.tokens.find(({ id }) => id === tokenId);
  const asset = token && catalog.assetBySlug.get(token.asset);
  const network = token && catalog.networkBySlug.get(token.network ?? "");
  if (token === undefined || asset === undefined || network === undefined) return null;
  const assetClass = assetClasses.find(({ slug }) => slug === asset.asset_class);
  return {
    network_id: network.id,
    network_slug: network.slug,
    network_name: network.name,
    asset_id: asset.id,
    asset_slug: asset.slug,
    asset_name: asset.name,
    asset_class_id: assetClass?.id ?? null,
    asset_class_slug: assetClass?.slug ?? null,
    asset_class_name: assetClass?.name ?? null,
    token_id: token.id,
    symbol: token.symbol,
    token_address: token.address ?? contract.address,
    token_decimals: decimals,
  };
}

interface Label {
  name: string;
  kind: string;
}

/** Labels of addresses as holders are written that apply to a token on a day. Those of its asset have precedence. */
function labelsOf(
  { addresses, assetBySlug, networkBySlug }: CatalogIndex,
  { assetId, contract }: LedgerToken,
  day: string,
): ReadonlyMap<string, Label> {
  const applicable = addresses.filter(
    ({ network, asset, from_date, to_date }) =>
      networkBySlug.get(network)?.id === contract.networkId &&
      (asset === null || assetBySlug.get(asset)?.id === assetId) &&
      (from_date === null || from_date <= day) &&
      (to_date === null || day <= to_date),
  );
  const inOrder = applicable.toSorted(
    (one, other) => Number(one.asset !== null) - Number(other.asset !== null),
  );
  return new Map(
    inOrder.flatMap(({ network: slug, address, name, kind }) => {
      const network = networkBySlug.get(slug);
      const hex = network === undefined ? null : hexAddress(network, address);
      return network === undefined || hex === null
        ? []
        : [[shownAddress(network, hex), { name, kind }] as const];
    }),
  );
}

type TokenColumns = NonNullable<ReturnType<typeof tokenColumns>>;

interface TokenUpdate {
  token: LedgerToken;
  network: CatalogIndex["networks"][number];
  /** The last day of its ledger. */
  lastDay: string;
  row: TokenColumns;
  labels: ReadonlyMap<string, Label>;
  basis: string;
}

async function replaceToken(
  store: MarketStore,
  { token: { contract, tokenId, decimals }, network, lastDay, row, labels, basis }: TokenUpdate,
): Promise<number> {
  const before = await readBasis(store);
  if (before[tokenId] === basis) return 0;
  const version = await nextRowVersion(store);
  await withScratchTables(store, { purpose: "holders", run: version }, async (scratch) => {
    const rows = await scratch.copyOf("rows", TABLE);
    await store.run(holdersSql(rows, { row, decimals, address: addressSql(network, "holder") }), {
      ...{ id: contract.id, lastDay, version, ...row },
      labelled: [...labels.keys()],
      names: [...labels.values()].map(({ name }) => name),
      kinds: [...labels.values()].map(({ kind }) => kind),
    });
    const [count] = await store.compactRows<[string]>(`SELECT toString(count()) FROM ${rows}`);
    await announceDataVersion(store);
    await store.run(
      count?.[0] === "0"
        ? `ALTER TABLE ${TABLE} DROP PARTITION ${tokenId}`
        : `ALTER TABLE ${TABLE} REPLACE PARTITION ${tokenId} FROM ${rows}`,
    );
  });
  await writeBasis(store, { ...before, [tokenId]: basis });
  await moveAnnouncedVersion(store);
  return 1;
}

/** Tokens can leave the catalog, and with them what is known of their holders. */
async function forgetRemovedTokens(store: MarketStore, catalog: CatalogIndex): Promise<number> {
  const basis = await readBasis(store);
  const known = new Set(catalog.tokens.map(({ id }) => String(id)));
  const removed = Object.keys(basis).filter((id) => !known.has(id));
  if (removed.length === 0) return 0;
  await announceDataVersion(store);
  for (const id of removed) await store.run(`ALTER TABLE ${TABLE} DROP PARTITION ${Number(id)}`);
  await writeBasis(store, Object.fromEntries(Object.entries(basis).filter(([id]) => known.has(id))));
  await moveAnnouncedVersion(store);
  return removed.length;
}

/** Types of the columns of a token, as its parameters are bound. */
const typeOf = (value: string | number | null): string =>
  typeof value === "number" ? "Nullable(UInt32)" : "Nullable(String)";

/** An amount in the smallest unit of a token as a decimal number with all its places, as text. */
export const exactAmountSql = (units: string, decimals: number): string => {
  // Padding to less than the length would cut.
  const digits = `leftPad(toString(${units}), greatest(length(toString(${units})), ${decimals + 1}), '0')`;
  const whole = `substring(${digits}, 1, length(${digits}) - ${decimals})`;
  return decimals === 0
    ? digits
    : `concat(${whole}, '.', substring(${digits}, length(${digits}) - ${decimals - 1}))`;
};

/** @param address expression of the address of `holder` */
function holdersSql(
  rows: string,
  { row, decimals, address }: { row: TokenColumns; decimals: number; address: string },
): string {
  const constants = Object.entries(row).map(([name, value]) => `{${name}:${typeOf(value)}} AS ${name}`);
  return `INSERT INTO ${rows} (id, address, address_label, address_kind, ${Object.keys(row).join(", ")},
      balance_token, balance_exact, share_percent, since, last_active, date, version)
    WITH (SELECT toFloat64(supply) FROM ledger_daily FINAL WHERE contract_id = {id:UInt32} AND day = {lastDay:Date}) AS supply
    SELECT concat(toString({token_id:UInt32}), '-', address), ${address} AS address, labels.name, labels.kind, ${constants.join(", ")},
      toFloat64(units) / pow(10, ${decimals}), ${exactAmountSql("units", decimals)},
      if(supply > 0, 100 * toFloat64(units) / supply, NULL), since, last_day, {lastDay:Date}, {version:UInt64}
    FROM (
      SELECT holder, argMax(balance, day) AS units, maxIf(day, balance > 0 AND balance <= change) AS since, max(day) AS last_day
      FROM (
        SELECT holder, day, change, sum(change) OVER (PARTITION BY holder ORDER BY day ROWS UNBOUNDED PRECEDING) AS balance
        FROM ledger_holder_days FINAL WHERE contract_id = {id:UInt32} AND day <= {lastDay:Date}
      ) GROUP BY holder HAVING units > 0
    ) AS balances LEFT JOIN (
      SELECT arrayJoin(arrayZip({labelled:Array(String)}, {names:Array(String)}, {kinds:Array(String)})) AS label,
        label.1 AS labelled, label.2 AS name, label.3 AS kind
    ) AS labels ON labels.labelled = ${address} SETTINGS join_use_nulls = 1`;
}
