/** Follows the newest blocks of the networks that are configured, until it is stopped. */
import { setTimeout as wait } from "node:timers/promises";
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { announceDataVersion, moveAnnouncedVersion } from "../dataVersion";
import { connectClients, type EndpointFailure, noEndpoint } from "./connectClients";
import { readStops } from "./finalHashes";
import { finalityDepth } from "./finality";
import { followHead, type HeadReport } from "./followHead";
import { selectedNetworks } from "./ledgerStatus";
import { knownTokens } from "./ledgerTokens";
import { networkReadings } from "./networkReadings";
import { openClients } from "./openClients";
import type { RpcClient } from "./rpcClient";
import type { LedgerAssets, RpcEndpoints } from "./rpcEndpoints";

export interface NetworksFollow {
  catalog: CatalogIndex;
  endpoints: RpcEndpoints;
  assets: LedgerAssets;
  /** Runs changes of the store exclusively. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onProgress?: (network: string, report: HeadReport) => void;
  /** Called once for consecutive failures of a network. */
  onFailure: (network: string, error: unknown) => void;
  signal: AbortSignal;
  /** Milliseconds between requests for the head. Default: the time between blocks. */
  intervalMs?: number;
  /** Milliseconds between changes of the data version. After each change, caches compare their entries with the data. */
  announceMs?: number;
}

const ANNOUNCE_MS = 60_000;
/** Before the time between blocks is known. */
const FIRST_INTERVAL_MS = 12_000;
const LEAST_INTERVAL_MS = 1_000;
const MOST_INTERVAL_MS = 30_000;
const MOST_BACKOFF_MS = 120_000;

type Network = ReturnType<typeof selectedNetworks>[number];

/** Networks are followed concurrently: one that fails is tried again, with growing delays, and does not hold up the others. */
export async function followNetworks(store: MarketStore, follow: NetworksFollow): Promise<void> {
  // Headers of Tron state no filter of logs.
  const networks = selectedNetworks(follow).filter(({ network }) => network.chain_id !== null);
  const announce = createAnnouncement(store, follow);
  await Promise.all(networks.map((network) => followNetwork(store, follow, { ...network, announce })));
}

async function followNetwork(
  store: MarketStore,
  follow: NetworksFollow,
  { network, urls, announce }: Network & { announce: (hasChanged: boolean) => Promise<void> },
): Promise<void> {
  const { signal, intervalMs, onProgress, onFailure } = follow;
  let clients: readonly RpcClient[] = [];
  let opened: readonly RpcClient[] = [];
  let failed = 0;
  const close = () => {
    for (const client of opened) client.close();
    [clients, opened] = [[], []];
  };
  try {
    while (!signal.aborted) {
      let pause = intervalMs ?? FIRST_INTERVAL_MS;
      try {
        if (clients.length === 0) {
          const failures: EndpointFailure[] = [];
          const chainId = network.chain_id ?? 0;
          opened = await openClients({ urls, chainId, role: "head" });
          clients = await connectClients(opened, { chainId, failures, signal });
          if (clients.length === 0) throw new Error(noEndpoint(failures));
        }
        const report = await followOnce(store, follow, { network, clients });
        failed = 0;
        if (report !== null) {
          await announce(report.hasChanged);
          onProgress?.(network.slug, report);
          pause = intervalMs ?? intervalOf(report);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (failed === 0) onFailure(network.slug, error);
        close();
        failed += 1;
        pause = Math.min(MOST_BACKOFF_MS, pause * 2 ** Math.min(failed, 10)) * (0.5 + Math.random() / 2);
      }
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  } finally {
    close();
  }
}

/** @returns null for a network that is paused or stopped */
async function followOnce(
  store: MarketStore,
  { catalog, assets, exclusively, signal }: NetworksFollow,
  { network, clients }: Pick<Network, "network"> & { clients: readonly RpcClient[] },
): Promise<HeadReport | null> {
  if ((await networkReadings(store).pauseOf(network.slug)) !== null) return null;
  if ((await readStops(store)).has(network.id)) return null;
  const tokens = await knownTokens(store, { catalog, assets, network });
  return followHead(store, {
    networkId: network.id,
    // Of tokens that have ended, later transfers do not count.
    contracts: tokens.flatMap(({ contract, bounds }) =>
      contract === null || bounds.last !== null ? [] : [contract],
    ),
    ...{ clients, exclusively, signal },
    finalityDepth: finalityDepth(network.chain_id ?? 0),
  });
}

const intervalOf = ({ blockSeconds }: HeadReport): number =>
  blockSeconds === null
    ? FIRST_INTERVAL_MS
    : Math.min(MOST_INTERVAL_MS, Math.max(LEAST_INTERVAL_MS, blockSeconds * 1_000));

/** Moves the data version with changes of any network, and not more often than caches can bear. */
function createAnnouncement(store: MarketStore, { exclusively, announceMs = ANNOUNCE_MS }: NetworksFollow) {
  let [isDue, last] = [false, Number.NEGATIVE_INFINITY];
  return async (hasChanged: boolean): Promise<void> => {
    isDue ||= hasChanged;
    if (!isDue || performance.now() - last < announceMs) return;
    [isDue, last] = [false, performance.now()];
    await exclusively(async () => {
      await announceDataVersion(store);
      await moveAnnouncedVersion(store);
    });
  };
}
