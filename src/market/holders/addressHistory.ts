/** Present and past balances of an address in tokens with a ledger, on one network. */
import type { AddressHistory, AddressToken } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import { ForbiddenError, NotFoundError } from "#domain/errors";
import { metricOfSlug } from "#domain/metrics";
import { allOf, invalidAt, isEqual, parseQuery } from "#domain/query";
import { holdersResource, resourceByName } from "#domain/resources";
import { quoted } from "#domain/text";
import { visibleResourceNamed } from "../access/visibleResourceNamed";
import { listResource } from "../listResource";
import type { Market } from "../market";
import { sinceOf } from "../visible/sinceOf";
import { unitValues } from "./largestHolders";

export interface AddressRequest {
  /** Slug. */
  network: string;
  address: string;
}

/** Tokens with daily balances, the largest value or balance first; of others, only the latest is stated. */
const MOST_SERIES = 20;
const MOST_TOKENS = 1_000;

const tokensTable = resourceByName("tokens")?.table ?? "";
const networksTable = resourceByName("networks")?.table ?? "";

/**
 * @throws NotFoundError for an unknown network, InvalidError for an address that the network does not have, ForbiddenError if
 * a policy hides parts of it
 */
export function addressHistory(market: Market, request: AddressRequest): Promise<AddressHistory> {
  const { fields } = visibleResourceNamed(market, holdersResource.slug);
  if (fields.length < holdersResource.fields.length) {
    throw new ForbiddenError(
      "A policy of this key hides fields of holders, so that histories of addresses are hidden.",
    );
  }
  const address = request.address.toLowerCase();
  return market.remember({
    kind: "address history",
    key: [request.network, address],
    sizeOf: ({ tokens }) => 1_000 + tokens.reduce((sum, { points }) => sum + 500 + points.length * 80, 0),
    make: () => readHistory(market, { ...request, address }),
  });
}

async function readHistory(
  market: Market,
  { network: slug, address }: AddressRequest,
): Promise<AddressHistory> {
  const [network] = await market.store.rows<{
    id: number;
    slug: string;
    name: string;
    chain_id: number | null;
    explorer_url: string | null;
    explorer_name: string | null;
  }>(
    `SELECT id, slug, name, chain_id, explorer_url, explorer_name FROM ${networksTable} WHERE slug = {slug:String}`,
    { slug },
  );
  if (network === undefined) throw new NotFoundError(`There is no network ${quoted(slug)}.`);
  const { id, chain_id: chainId, name, ...explorer } = network;
  if (chainId === null) {
    throw invalidAt(
      "address",
      `cannot be looked up: no ledger of ${name} is read, which is not an EVM network`,
    );
  }
  if (!/^0x[0-9a-f]{40}$/.test(address)) {
    throw invalidAt("address", `must be 0x and 40 hexadecimal digits, as every address on ${name}`);
  }
  const ofAddress = allOf(isEqual("network_slug", slug), isEqual("address", address));
  const [tokens, labels] = await Promise.all([
    readTokens(market, { networkId: id, address, filter: ofAddress }),
    readLabels(market, ofAddress),
  ]);
  const days = (of: "first_active" | "last_active") => tokens.map((token) => token[of]).toSorted();
  return {
    network: {
      slug: network.slug,
      name,
      explorer_url: explorer.explorer_url,
      explorer_name: explorer.explorer_name,
    },
    address,
    labels,
    first_active: days("first_active")[0] ?? null,
    last_active: days("last_active").at(-1) ?? null,
    tokens,
  };
}

async function readLabels(
  market: Market,
  filter: ReturnType<typeof allOf>,
): Promise<AddressHistory["labels"]> {
  if ((market.scope?.termsOf("addresses").deniedBy ?? null) !== null) return [];
  const query = parseQuery({ filter });
  const { results } = await listResource(market, { resource: "addresses", query });
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return results.map(({ name, kind, owner_name, asset_name, source_url }) => ({
    name: text(name) ?? "",
    kind: text(kind) ?? "",
    owner: text(owner_name),
    asset: text(asset_name),
    source_url: text(source_url),
  }));
}

type ContractRow = [
  ...[contract: number, token: number, assetSlug: string, assetName: string, symbol: string],
  ...[decimals: number, lastDay: string, supply: number],
];

interface TokensRequest {
  networkId: number;
  address: string;
  filter: ReturnType<typeof allOf>;
}

async function readTokens(
  market: Market,
  { networkId, address, filter }: TokensRequest,
): Promise<AddressToken[]> {
  const { store, scope } = market;
  const contracts = await store.compactRows<ContractRow>(
    `SELECT c.id, t.id, t.asset_slug, t.asset_name, t.symbol, toInt32(ifNull(t.decimals, ifNull(c.decimals, 0))),
        toString(d.last_day), toFloat64(d.supply)
      FROM (SELECT id, address, decimals FROM ledger_contracts FINAL WHERE network_id = {networkId:UInt32}) AS c
      JOIN (SELECT id, asset_slug, asset_name, symbol, decimals, lower(ifNull(address, '')) AS address FROM ${tokensTable}
        WHERE network_id = {networkId:UInt32}) AS t ON t.address = c.address
      JOIN (SELECT contract_id, max(day) AS last_day, argMax(supply, day) AS supply FROM ledger_daily FINAL GROUP BY contract_id) AS d
        ON d.contract_id = c.id
      ORDER BY c.id LIMIT ${MOST_TOKENS}`,
    { networkId },
  );
  const changes = await store.compactRows<[contract: number, day: string, change: string]>(
    `SELECT contract_id, toString(day), toString(change) FROM ledger_holder_days FINAL
      WHERE contract_id IN {ids:Array(UInt32)} AND holder = {holder:UInt256} ORDER BY contract_id, day`,
    { ids: contracts.map(([id]) => id), holder: String(BigInt(address)) },
  );
  const since = sinceOf(scope, ["assets", "tokens"]);
  const visible = await visibleTokens(market, filter);
  const found = contracts.flatMap((row): (AddressToken & { lastDay: string })[] => {
    const [contract, tokenId, assetSlug, assetName, symbol, decimals, lastDay, supply] = row;
    if (visible !== null && !visible.has(tokenId)) return [];
    const own = changes.filter(([id, day]) => id === contract && day <= lastDay);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    let balance = 0n;
    const balances = new Map<string, bigint>();
    let holdingSince: string | null = null;
    for (const [, day, change] of own) {
      const before = balance;
      balance += BigInt(change);
      balances.set(day, balance);
      if (balance <= 0n) holdingSince = null;
      else if (before <= 0n) holdingSince = day;
    }
    const from = laterOf(first[1], since ?? "");
    if (last[1] < from && balance <= 0n) return [];
    return [
      {
        token_id: tokenId,
        asset: { slug: assetSlug, name: assetName },
        symbol,
        balance: decimalText(balance, decimals),
        units: unitsOf(balance, decimals),
        share_percent: supply > 0 ? (100 * Number(balance)) / supply : null,
        value_dollar: null,
        since: holdingSince === null ? null : laterOf(holdingSince, from),
        first_active: from,
        last_active: laterOf(last[1], from),
        date: lastDay,
        lastDay,
        points: dailyBalances(balances, { from, to: lastDay, decimals }),
      },
    ];
  });
  return withValues(market, found);
}

/** Tokens of an address whose rows a policy shows; null if none filters rows. */
async function visibleTokens(
  market: Market,
  filter: ReturnType<typeof allOf>,
): Promise<ReadonlySet<number> | null> {
  if ((market.scope?.termsOf(holdersResource.slug).rows ?? null) === null) return null;
  const query = parseQuery({ filter, pagination: { page: 1, perPage: holdersResource.maxPerPage } });
  const { results } = await listResource(market, { resource: holdersResource.slug, query });
  return new Set(results.map(({ token_id }) => Number(token_id)));
}

/** The later of two days. */
const laterOf = (one: string, other: string): string => (one < other ? other : one);

const decimalText = (units: bigint, decimals: number): string => {
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const at = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, at)}.${digits.slice(at)}`;
};

const unitsOf = (units: bigint, decimals: number): number => Number(decimalText(units, decimals));

/** The balance at the end of every day. */
function dailyBalances(
  balances: ReadonlyMap<string, bigint>,
  { from, to, decimals }: { from: string; to: string; decimals: number },
): AddressToken["points"] {
  let balance = 0;
  for (const [day, units] of balances) if (day < from) balance = unitsOf(units, decimals);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, days) }, (_, index) => {
    const day = isoDay(Date.parse(from) + index * DAY_MS);
    const units = balances.get(day);
    if (units !== undefined) balance = unitsOf(units, decimals);
    return { date: day, units: balance, value_dollar: null };
  });
}

/** Adds values in dollars where one unit has a known value on that day. */
async function withValues(
  market: Market,
  tokens: readonly (AddressToken & { lastDay: string })[],
): Promise<AddressToken[]> {
  const { hiddenMetrics } = visibleResourceNamed(market, "tokens");
  const metrics = unitValues.map((slug) => metricOfSlug(slug).id).filter((id) => !hiddenMetrics.has(id));
  const rows =
    tokens.length === 0
      ? []
      : await market.store.compactRows<[token: number, metric: number, day: string, value: number]>(
          `SELECT token_id, metric_id, toString(date), value FROM daily_metrics
            WHERE token_id IN {ids:Array(UInt32)} AND metric_id IN {metrics:Array(UInt32)}`,
          { ids: tokens.map(({ token_id }) => token_id), metrics },
        );
  const worth = new Map<string, number>();
  // The preferred metric last, which replaces the other.
  for (const [token, , day, value] of rows.toSorted(
    ([, one], [, other]) => metrics.indexOf(other) - metrics.indexOf(one),
  )) {
    worth.set(`${token} ${day}`, value);
  }
  const valued = tokens.map(({ lastDay, points, ...token }): AddressToken => {
    const dollars = (units: number, day: string) => {
      const unit = worth.get(`${token.token_id} ${day}`);
      return unit === undefined ? null : units * unit;
    };
    return {
      ...token,
      value_dollar: dollars(token.units, lastDay),
      points: points.map(({ date, units }) => ({ date, units, value_dollar: dollars(units, date) })),
    };
  });
  return valued
    .toSorted((one, other) => (other.value_dollar ?? 0) - (one.value_dollar ?? 0) || other.units - one.units)
    .map((token, index) => (index < MOST_SERIES ? token : { ...token, points: [] }));
}
