/** The state of each network that is configured, for its operator: from the store and from what this process reads now. */
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { readStops } from "./finalHashes";
import { ledgerChainId } from "./ledgerNetworks";
import {
  type NetworkPause,
  type NetworkReading,
  readLedgerStates,
  type TokenVerification,
  writeLedgerState,
} from "./ledgerStates";
import type { LedgerSelection } from "./ledgerStatus";
import { type CurrentReading, networkReadings } from "./networkReadings";
import { shownEndpoint } from "./rpcEndpoints";
import type { VerifiedToken } from "./verifyLedger";

/**
 * `stopped`: its final blocks were replaced, and a person must rewind it. `interrupted`: the process ended while it was
 * read, and the next reading continues. `unread`: it has not been read yet.
 */
export type NetworkState =
  | CurrentReading["state"]
  | "paused"
  | "stopped"
  | "failed"
  | "interrupted"
  | "read"
  | "unread";

export interface NetworkOverview {
  /** Slug. */
  network: string;
  name: string;
  /** Whether it is an EVM network of the catalog. */
  isReadable: boolean;
  state: NetworkState;
  /** Why it is stopped or failed; null otherwise. */
  reason: string | null;
  /** Kept while it is read nevertheless. */
  pause: NetworkPause | null;
  progress: CurrentReading["progress"];
  /** The last reading, which may be in progress. */
  last: NetworkReading | null;
  /** Its endpoints, without paths and queries. */
  endpoints: string[];
  /** The last comparisons of its tokens with their contracts. */
  verifications: ({ token: string } & TokenVerification)[];
}

export async function readLedgerOverview(
  store: MarketStore,
  { catalog, endpoints, networks }: Pick<LedgerSelection, "catalog" | "endpoints" | "networks">,
): Promise<NetworkOverview[]> {
  const [pauses, readings, verifications, stops] = await Promise.all([
    readLedgerStates(store, "pause"),
    readLedgerStates(store, "reading"),
    readLedgerStates(store, "verification"),
    readStops(store),
  ]);
  const selected = [...endpoints].filter(([slug]) => networks?.includes(slug) ?? true);
  return selected.map(([slug, urls]): NetworkOverview => {
    const last = readings.get(slug) ?? null;
    const pause = pauses.get(slug) ?? null;
    const current = networkReadings(store).current(slug);
    const network = catalog.networkBySlug.get(slug);
    const stop = network === undefined ? undefined : stops.get(network.id);
    const unreadable = notReadable(network);
    const error = unreadable ?? last?.error ?? null;
    return {
      network: slug,
      name: network?.name ?? slug,
      isReadable: unreadable === null,
      ...stateOf({ current, pause, stop: stop?.reason, error, last }),
      pause,
      progress: current?.progress ?? null,
      last,
      endpoints: urls.map(shownEndpoint),
      verifications: [...verifications].flatMap(([subject, verification]) =>
        subject.startsWith(`${slug} `) ? [{ token: subject.slice(slug.length + 1), ...verification }] : [],
      ),
    };
  });
}

const notReadable = (network: CatalogIndex["networks"][number] | undefined): string | null =>
  network === undefined
    ? "The catalog has no such network."
    : ledgerChainId(network) === null
      ? "It is not an EVM network."
      : null;

function stateOf({
  current,
  pause,
  stop,
  error,
  last,
}: {
  current: CurrentReading | null;
  stop: string | undefined;
  error: string | null;
} & Pick<NetworkOverview, "pause" | "last">): Pick<NetworkOverview, "state" | "reason"> {
  if (current !== null) return { state: current.state, reason: null };
  if (stop !== undefined) return { state: "stopped", reason: stop };
  if (pause !== null) return { state: "paused", reason: null };
  if (error !== null) return { state: "failed", reason: error };
  if (last === null) return { state: "unread", reason: null };
  return { state: last.endedAt === null ? "interrupted" : "read", reason: null };
}

/** Stores the comparisons of tokens with at least one block read. */
export async function rememberVerifications(
  store: MarketStore,
  verified: readonly (Pick<VerifiedToken, "network" | "token" | "block" | "problems"> & {
    isVerified: boolean;
  })[],
): Promise<void> {
  const at = new Date().toISOString();
  for (const { network, token, block, isVerified, problems } of verified) {
    if (block === null) continue;
    const state = { at, block: Number(block), isVerified, problems };
    await writeLedgerState(store, { kind: "verification", subject: `${network} ${token}`, state });
  }
}
