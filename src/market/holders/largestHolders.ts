/** The largest holders of the tokens of an asset, and what each kind of address holds. */
import type { HoldersByKind, LargestHolders, TokenHolder, TokenHolders } from "#domain/api";
import { metricOfSlug } from "#domain/metrics";
import { holdersResource, resourceByName } from "#domain/resources";
import { policyCondition } from "../access/policyCondition";
import { visibleResourceNamed } from "../access/visibleResourceNamed";
import type { Market } from "../market";
import { SqlBinder } from "../sql/sqlBinder";

/** Of each token. */
const LARGEST = 20;
/** What one unit is worth, in order of preference. */
export const unitValues = ["net_asset_value_dollar", "price_dollar"] as const;

/** @returns no tokens if none of the asset has holders in the store */
export function largestHolders(
  market: Market,
  { asset }: { asset: string },
): Promise<Omit<LargestHolders, "state">> {
  visibleResourceNamed(market, holdersResource.slug);
  return market.remember({
    kind: "largest holders",
    key: asset,
    sizeOf: ({ tokens }) => 1_000 + tokens.length * LARGEST * 500,
    make: () => readLargest(market, asset),
  });
}

/** Whether an asset has holders in the store, regardless of who may read them. */
export async function hasHolders({ store }: Market, { asset }: { asset: string }): Promise<boolean> {
  const found = await store.rows(
    `SELECT 1 FROM ${holdersResource.table} WHERE asset_slug = {asset:String} LIMIT 1`,
    { asset },
  );
  return found.length > 0;
}

interface TokenRow {
  id: number;
  symbol: string;
  network_slug: string;
  network_name: string;
}

const tokensTable = resourceByName("tokens")?.table ?? "";
const networksTable = resourceByName("networks")?.table ?? "";

async function readLargest(market: Market, asset: string): Promise<Omit<LargestHolders, "state">> {
  const { store } = market;
  const rows = await store.rows<TokenRow & { explorer_url: string | null; explorer_name: string | null }>(
    `SELECT t.id AS id, t.symbol AS symbol, t.network_slug AS network_slug, t.network_name AS network_name,
        n.explorer_url AS explorer_url, n.explorer_name AS explorer_name
      FROM ${tokensTable} AS t LEFT JOIN ${networksTable} AS n ON n.id = t.network_id
      WHERE t.asset_slug = {asset:String} AND NOT t.is_asset_level ORDER BY t.network_name, t.id
      SETTINGS join_use_nulls = 1`,
    { asset },
  );
  const found = await Promise.all(rows.map((row) => readToken(market, row)));
  const tokens = found.filter(({ largest }) => largest.length > 0);
  return { tokens, kinds: await readKinds(market, tokens) };
}

type HolderRow = [
  ...[address: string, label: string | null, kind: string | null, units: number, exact: string],
  ...[share: number | null, since: string, date: string],
];

async function readToken(
  market: Market,
  {
    id,
    symbol,
    network_slug,
    network_name,
    explorer_url,
    explorer_name,
  }: TokenRow & { explorer_url: string | null; explorer_name: string | null },
): Promise<TokenHolders> {
  const binder = new SqlBinder();
  const where = `t.token_id = ${binder.bind("UInt32", id)} AND ${await policyCondition(market, holdersResource, binder)}`;
  // The smallest of the largest balances comes first: reading whole rows of all holders takes three times as long.
  const from = `${holdersResource.table} AS t WHERE ${where}`;
  const [largest, [count]] = await Promise.all([
    market.store.compactRows<HolderRow>(
      `SELECT t.address, t.address_label, t.address_kind, t.balance_token, t.balance_exact, t.share_percent, toString(t.since), toString(t.date)
        FROM ${from} AND t.balance_token >= (
          SELECT min(balance) FROM (SELECT t.balance_token AS balance FROM ${from} ORDER BY balance DESC LIMIT ${LARGEST})
        ) ORDER BY t.balance_token DESC, t.id LIMIT ${LARGEST}`,
      binder.parameters,
    ),
    market.store.compactRows<[string]>(`SELECT toString(count()) FROM ${from}`, binder.parameters),
  ]);
  return {
    token_id: id,
    symbol,
    network: { slug: network_slug, name: network_name },
    explorer_url,
    explorer_name,
    date: largest[0]?.[7] ?? null,
    holders: Number(count?.[0] ?? 0),
    largest: largest.map(([address, label, kind, units, balance, share, since]): TokenHolder => {
      return { address, label, kind, units, balance, share_percent: share, since };
    }),
  };
}

/** Of listed addresses; the rest is that of addresses of no known kind. */
async function readKinds(market: Market, tokens: readonly TokenHolders[]): Promise<HoldersByKind[]> {
  if (tokens.length === 0) return [];
  const binder = new SqlBinder();
  const ids = binder.bind(
    "Array(UInt32)",
    tokens.map(({ token_id }) => token_id),
  );
  const where = `t.token_id IN ${ids} AND ${await policyCondition(market, holdersResource, binder)}`;
  const rows = await market.store.compactRows<[token: number, kind: string, count: string, units: number]>(
    `SELECT t.token_id, assumeNotNull(t.address_kind), toString(count()), sum(t.balance_token)
      FROM ${holdersResource.table} AS t WHERE ${where} AND isNotNull(t.address_kind) GROUP BY t.token_id, t.address_kind`,
    binder.parameters,
  );
  if (rows.length === 0) return [];
  const all = await market.store.compactRows<[token: number, units: number]>(
    `SELECT t.token_id, sum(t.balance_token) FROM ${holdersResource.table} AS t WHERE ${where} GROUP BY t.token_id`,
    binder.parameters,
  );
  const worth = await readUnitValues(market, tokens);
  const total = all.reduce((sum, [, units]) => sum + units, 0);
  const kindOf = (
    kind: string | null,
    own: readonly (readonly [token: number, count: number, units: number])[],
  ) => {
    const units = own.reduce((sum, [, , one]) => sum + one, 0);
    const isWorthKnown = own.every(([token, , units]) => units === 0 || worth.has(token));
    return {
      kind,
      holders: own.reduce((sum, [, count]) => sum + count, 0),
      units,
      share_percent: total > 0 ? (100 * units) / total : null,
      value_dollar: isWorthKnown
        ? own.reduce((sum, [token, , one]) => sum + one * (worth.get(token) ?? 0), 0)
        : null,
    };
  };
  const ofKind = (kind: string) =>
    rows
      .filter((row) => row[1] === kind)
      .map(([token, , count, units]) => [token, Number(count), units] as const);
  const listed = [...new Set(rows.map(([, kind]) => kind))].map((kind) => kindOf(kind, ofKind(kind)));
  const others = all.map(([token, units]) => {
    const own = rows.filter(([id]) => id === token);
    const count = tokens.find(({ token_id }) => token_id === token)?.holders ?? 0;
    const labelled = own.reduce((sum, [, , one]) => sum + Number(one), 0);
    return [token, count - labelled, units - own.reduce((sum, [, , , one]) => sum + one, 0)] as const;
  });
  return [...listed.toSorted((one, other) => other.units - one.units), kindOf(null, others)];
}

/** The latest value of one unit of each token in dollars, where it is known. */
export async function readUnitValues(
  market: Market,
  tokens: readonly Pick<TokenHolders, "token_id">[],
): Promise<ReadonlyMap<number, number>> {
  const { hiddenMetrics } = visibleResourceNamed(market, "tokens");
  const metrics = unitValues.map((slug) => metricOfSlug(slug).id).filter((id) => !hiddenMetrics.has(id));
  const rows = await market.store.compactRows<[token: number, metric: number, value: number]>(
    `SELECT entity_id, metric_id, val FROM entity_metrics WHERE entity_type = 'token'
      AND entity_id IN {ids:Array(UInt32)} AND metric_id IN {metrics:Array(UInt32)}`,
    { ids: tokens.map(({ token_id }) => token_id), metrics },
  );
  const preferred = rows.toSorted(([, one], [, other]) => metrics.indexOf(other) - metrics.indexOf(one));
  return new Map(preferred.map(([token, , value]) => [token, value]));
}
