/** Compares the ledger with what contracts state at the last block that was read, and ranges with another reading. */
import { formatCount } from "#domain/text";
import type { MarketStore } from "#stores";
import { coveredTo } from "./blockRanges";
import { connectClients, type EndpointFailure, noEndpoint } from "./connectClients";
import { callViews, readLedgerState, viewCalls } from "./contractViews";
import { ledgerChainId, shownAddress } from "./ledgerNetworks";
import { type LedgerSelection, selectedTokens } from "./ledgerStatus";
import { type CoveredRange, linesByContract, readCoverage, transferDigest } from "./ledgerStore";
import type { KnownToken } from "./ledgerTokens";
import { firstWindow } from "./logWindow";
import { openClients } from "./openClients";
import { readTransfers, type TransferRange } from "./readTransfers";
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

export interface LedgerVerification extends LedgerSelection {
  /** Address of a contract or slug of an asset; null: all. */
  token: string | null;
  /** Ranges of each token that are read again. */
  ranges: number;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** Exact amounts in the smallest unit of a token. */
export interface ComparedAmount {
  ledger: string;
  contract: string;
}

export interface VerifiedToken {
  network: string;
  /** Symbol and address. */
  token: string;
  /** The block of the comparison; null if nothing was read. */
  block: bigint | null;
  /** Null if no endpoint could answer. */
  supply: ComparedAmount | null;
  balances: { checked: number; differing: (ComparedAmount & { holder: string })[] };
  ranges: { checked: number; differing: { from: bigint; to: bigint; reason: string }[] };
  /** What could not be compared, and why. */
  problems: string[];
}

/** Whether the ledger of a token is as its contract and its endpoints state. */
export const isVerified = ({ supply, balances, ranges }: VerifiedToken): boolean =>
  (supply === null || supply.ledger === supply.contract) &&
  balances.differing.length === 0 &&
  ranges.differing.length === 0;

/** Nothing is changed. */
export async function verifyLedger(
  store: MarketStore,
  { token, ranges, signal, onProgress, ...selection }: LedgerVerification,
): Promise<VerifiedToken[]> {
  const selected = await selectedTokens(store, { ...selection, token });
  const total = selected.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const found: VerifiedToken[] = [];
  for (const { network, urls, tokens } of selected) {
    if (tokens.length === 0) continue;
    const chainId = ledgerChainId(network) ?? 0;
    const opened = await openClients({ urls, chainId, role: "history" });
    const ofArchives = await openClients({ urls, chainId, role: "archive" });
    const failures: EndpointFailure[] = [];
    try {
      const clients = await connectClients(opened, { chainId, failures, signal });
      const archives = await connectClients(ofArchives, { chainId, failures: [], signal });
      for (const one of tokens) {
        const verified: VerifiedToken = {
          network: network.slug,
          token: one.label,
          ...{ block: null, supply: null, problems: [] },
          balances: { checked: 0, differing: [] },
          ranges: { checked: 0, differing: [] },
        };
        for (const { endpoint, reason } of clients.length === 0 ? [] : failures) {
          verified.problems.push(`${endpoint} was not used: ${reason}`);
        }
        if (clients.length === 0) verified.problems.push(noEndpoint(failures));
        else await verifyToken(store, { verified, network, token: one, clients, archives, ranges, signal });
        found.push(verified);
        onProgress?.(found.length, total);
      }
    } finally {
      for (const client of [...opened, ...ofArchives]) client.close();
    }
  }
  return found;
}

interface TokenCheck {
  verified: VerifiedToken;
  network: LedgerSelection["catalog"]["networks"][number];
  token: KnownToken;
  clients: readonly RpcClient[];
  /** Those that know the state of contracts at earlier blocks. */
  archives: readonly RpcClient[];
  ranges: number;
  signal: AbortSignal | undefined;
}

async function verifyToken(
  store: MarketStore,
  { verified, network, token, clients, archives, ranges, signal }: TokenCheck,
): Promise<void> {
  const { contract } = token;
  const covered =
    contract === null ? [] : ((await readCoverage(store, [contract.id])).get(contract.id) ?? []);
  const block = coveredTo(token.bounds.first, covered);
  if (contract === null || block === null) {
    verified.problems.push("Nothing of it has been read yet.");
    return;
  }
  verified.block = block;
  const ledger = await readLedgerState(store, { contractId: contract.id, first: token.bounds.first, block });
  const calls = viewCalls(
    contract.address,
    block,
    ledger.balances.map(({ holder }) => holder),
  );
  const answers = await callViews(archives, calls, signal);
  if (typeof answers === "string")
    verified.problems.push(`Supply and balances of block ${block}: ${answers}`);
  else {
    const [supply, ...balances] = answers;
    if (supply === undefined || supply === null) verified.problems.push("Its contract states no supply.");
    else verified.supply = { ledger: ledger.supply, contract: supply };
    let unstated = 0;
    for (const [index, { holder, balance }] of ledger.balances.entries()) {
      const stated = balances[index];
      if (stated === undefined || stated === null) {
        unstated += 1;
        continue;
      }
      verified.balances.checked += 1;
      if (stated === balance) continue;
      verified.balances.differing.push({
        ...{ holder: shownAddress(network, `0x${holder}`), ledger: balance, contract: stated },
      });
    }
    if (unstated > 0)
      verified.problems.push(`Its contract does not state ${formatCount(unstated, "balance")}.`);
  }
  for (const range of drawRanges(covered, ranges)) {
    const { from, to } = range;
    const { difference, failures } = await compareRange(range, {
      address: contract.address,
      clients,
      signal,
    });
    if (failures !== null) {
      verified.problems.push(`Blocks ${from} to ${to} could not be read again. ${failures}`);
      continue;
    }
    verified.ranges.checked += 1;
    if (difference !== null) verified.ranges.differing.push({ from, to, reason: difference });
  }
}

/** Ranges with transfers first, at even distances. */
function drawRanges(covered: readonly CoveredRange[], count: number): CoveredRange[] {
  const some = covered.filter(({ transfers }) => transfers > 0);
  const among = some.length === 0 ? covered : some;
  if (among.length <= count) return [...among];
  return Array.from({ length: count }, (_, index) => {
    return among[Math.floor(((index + 0.5) * among.length) / count)] as CoveredRange;
  });
}

/** The difference to another reading, or why no endpoint has the range; null otherwise. */
async function compareRange(
  range: CoveredRange,
  {
    address,
    clients,
    signal,
  }: { address: string; clients: readonly RpcClient[]; signal: AbortSignal | undefined },
): Promise<{ difference: string | null; failures: string | null }> {
  const failures: string[] = [];
  // An endpoint that the range was not read from, if there is one.
  const others = [...clients].sort(
    (a, b) => Number(a.name === range.endpoint) - Number(b.name === range.endpoint),
  );
  for (const client of others) {
    const parts: TransferRange[] = [];
    try {
      const request = { contracts: [address], range, window: firstWindow, onWindow: () => {}, signal };
      for await (const part of readTransfers(client, request)) parts.push(part);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      failures.push(`${client.name}: ${error.message}`);
      continue;
    }
    const contract = { id: 1, networkId: 0, address, decimals: null };
    const lines = parts.flatMap((part) => linesByContract(part, [contract]).get(1) ?? []);
    const isSame = transferDigest(lines) === range.digest;
    const hasSameHash = parts.at(-1)?.lastHash === range.lastHash;
    const difference = !isSame
      ? `The transfers that ${client.name} reports (${lines.length}) differ from those read from ${range.endpoint} (${range.transfers}).`
      : !hasSameHash
        ? `Block ${range.to} has another hash at ${client.name}: it was replaced after it counted as final.`
        : null;
    return { difference, failures: null };
  }
  return { difference: null, failures: failures.join(" ") };
}
