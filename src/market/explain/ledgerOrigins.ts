/** From observations of a ledger to the blocks of their days, where these were read, and how that can be checked. */
import type { ExplainedObservation, LedgerOrigin } from "#domain/api";
import { DAY_MS } from "#domain/days";
import { resourceByName } from "#domain/resources";
import { LEDGER_SOURCE } from "#domain/vocabulary";
import type { Market } from "../market";

/** Days of tokens whose blocks are looked up, the newest first. */
const MOST_DAYS = 10;
/** Readings of each of them. */
const MOST_READINGS = 20;

const tokensTable = resourceByName("tokens")?.table ?? "";
const networksTable = resourceByName("networks")?.table ?? "";

interface Contract {
  id: number;
  token_id: number;
  address: string;
  network_slug: string;
  network_name: string;
  explorer_url: string | null;
  explorer_name: string | null;
}

/** The origins of observations that the caller sees: one for each token and day of the ledger among them. */
export async function ledgerOrigins(
  market: Market,
  observations: readonly ExplainedObservation[],
): Promise<LedgerOrigin[]> {
  const days = new Map<string, { token: number; date: string }>();
  for (const { source_id, is_sample, token_id: token, date } of observations) {
    if (source_id === LEDGER_SOURCE && !is_sample && token !== null)
      days.set(`${token} ${date}`, { token, date });
  }
  if (days.size === 0) return [];
  const newest = [...days.values()]
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, MOST_DAYS);
  const contracts = await readContracts(market, [...new Set(newest.map(({ token }) => token))]);
  const found = await Promise.all(
    newest.map(async ({ token, date }) => {
      const contract = contracts.find(({ token_id }) => token_id === token);
      return contract === undefined ? [] : [await readOrigin(market, { contract, date })];
    }),
  );
  return found.flat();
}

const readContracts = ({ store }: Market, tokens: readonly number[]): Promise<Contract[]> =>
  store.rows<Contract>(
    `SELECT c.id AS id, t.id AS token_id, t.address AS address, n.slug AS network_slug, n.name AS network_name,
        n.explorer_url AS explorer_url, n.explorer_name AS explorer_name
      FROM (SELECT id, ifNull(address, '') AS address, network_id FROM ${tokensTable} WHERE id IN {tokens:Array(UInt32)}) AS t
      JOIN (SELECT id, network_id, address FROM ledger_contracts FINAL) AS c
        ON c.network_id = t.network_id AND c.address = lower(t.address)
      JOIN ${networksTable} AS n ON n.id = t.network_id`,
    { tokens },
  );

type ReadingRow = [
  ...[from: string, to: string, transfers: string, digest: string, endpoint: string],
  ...[readAt: string, isBefore: boolean | number],
];

/** The host of an endpoint: its path can contain a key. */
const hostOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).host : endpoint);

async function readOrigin(
  { store }: Market,
  { contract, date }: { contract: Contract; date: string },
): Promise<LedgerOrigin> {
  const start = Date.parse(date) / 1_000;
  const parameters = { id: contract.id, start, end: start + DAY_MS / 1_000 };
  // Readings end at the time of their last block. The first one that ends after the day has its last blocks.
  const rows = await store.compactRows<ReadingRow>(
    `SELECT toString(from_block), toString(to_block), toString(transfers), digest, endpoint,
        formatDateTime(read_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC'), toUnixTimestamp(last_time) < {end:UInt32}
      FROM ledger_coverage FINAL
      WHERE contract_id = {id:UInt32} AND toUnixTimestamp(last_time) >= {start:UInt32} ORDER BY from_block`,
    parameters,
  );
  const after = rows.findIndex((row) => !row[6]);
  const ofDay = after === -1 ? rows : rows.slice(0, after + 1);
  const readings = ofDay.map(([from, to, transfers, digest, endpoint, readAt]) => ({
    from_block: Number(from),
    to_block: Number(to),
    transfers: Number(transfers),
    digest,
    endpoint: hostOf(endpoint),
    read_at: readAt,
  }));
  const [first, last] = [ofDay[0]?.[0] ?? "0", ofDay.at(-1)?.[1] ?? "0"];
  const [blocks] = await store.compactRows<[first: string, last: string, transfers: string]>(
    `SELECT toString(min(block)), toString(max(block)), toString(count()) FROM ledger_transfers FINAL
      WHERE contract_id = {id:UInt32} AND block >= {first:UInt64} AND block <= {last:UInt64}
        AND toUnixTimestamp(timestamp) >= {start:UInt32} AND toUnixTimestamp(timestamp) < {end:UInt32}`,
    { ...parameters, first, last },
  );
  const transfers = Number(blocks?.[2] ?? 0);
  return {
    token_id: contract.token_id,
    token_address: contract.address,
    date,
    network: { slug: contract.network_slug, name: contract.network_name },
    explorer_url: contract.explorer_url,
    explorer_name: contract.explorer_name,
    transfers,
    first_block: transfers === 0 ? null : Number(blocks?.[0]),
    last_block: transfers === 0 ? null : Number(blocks?.[1]),
    readings: readings.slice(0, MOST_READINGS),
  };
}
