/** Reading the transfers of tokens from nodes of their networks. */
import { z } from "zod";
import { InvalidError } from "#domain/errors";
import { formatCount, formatTimeLeft } from "#domain/text";
import {
  isVerified,
  type LedgerSelection,
  ledgerChainId,
  type NetworkReport,
  networkReadings,
  planChains,
  type ReadingRate,
  readLedgerOverview,
  readLedgerStatus,
  rememberVerifications,
  rewindLedger,
  type StatedSupply,
  type SyncProgress,
  syncChains,
  verifyLedger,
} from "#ingest";
import type { Application } from "../application";
import { StoppedError } from "../writerQueue";
import { operation } from "./operation";

const SEE = "See docs/operators/chain.md.";
const networksSchema = z.array(z.string().min(1)).max(200);

/**
 * The configured networks and assets.
 * @throws InvalidError that names what is missing or unknown
 */
function readSelection(
  { catalog, configuration }: Pick<Application, "catalog" | "configuration">,
  networks: readonly string[],
): LedgerSelection {
  const { rpcEndpoints: endpoints, ledgerAssets: assets } = configuration;
  const unknown = networks.find((slug) => !endpoints.has(slug));
  if (unknown !== undefined) {
    const known = [...endpoints.keys()].join(", ");
    throw new InvalidError(
      `RPC_ENDPOINTS has no endpoint of ${JSON.stringify(unknown)}${known === "" ? "" : `, only of ${known}`}. ${SEE}`,
    );
  }
  if (endpoints.size === 0) throw new InvalidError(`RPC_ENDPOINTS is not set. ${SEE}`);
  if (assets !== "all") {
    if (assets.size === 0) throw new InvalidError(`LEDGER_ASSETS names no asset. ${SEE}`);
    const missing = [...assets].find((slug) => !catalog.assetBySlug.has(slug));
    if (missing !== undefined) {
      throw new InvalidError(
        `LEDGER_ASSETS names ${JSON.stringify(missing)}, which is not in the catalog. ${SEE}`,
      );
    }
  }
  return { catalog, endpoints, assets, networks: networks.length === 0 ? undefined : networks };
}

/** The same, of networks that can be read. @throws InvalidError also for a network that is not an EVM network of the catalog */
export function readEvmSelection(
  application: Pick<Application, "catalog" | "configuration">,
  networks: readonly string[],
): LedgerSelection {
  const selection = readSelection(application, networks);
  const { networkBySlug } = selection.catalog;
  const other = (selection.networks ?? [...selection.endpoints.keys()]).find(
    (slug) => ledgerChainId(networkBySlug.get(slug) ?? { chain_id: null, virtual_machine: null }) === null,
  );
  if (other !== undefined) {
    throw new InvalidError(
      `RPC_ENDPOINTS names ${JSON.stringify(other)}, which is not an EVM network of the catalog. ${SEE}`,
    );
  }
  return selection;
}

/** @throws InvalidError that names the token, if there is none */
function requireTokens(tokens: readonly unknown[], token: string | null): void {
  if (tokens.length > 0) return;
  const of = token === null ? "" : ` that is ${JSON.stringify(token)} or of an asset with this slug`;
  throw new InvalidError(`LEDGER_ASSETS has no token${of} on the networks of RPC_ENDPOINTS. ${SEE}`);
}

const SETTINGS = ["RPC_ENDPOINTS", "LEDGER_ASSETS"] as const;

export const syncChainOperation = operation({
  input: z.object({ networks: networksSchema.default([]), isPauseIgnored: z.boolean().default(false) }),
  // Reading must not block other writers: each write is queued on its own.
  changesMarketData: false,
  settings: SETTINGS,
  run: async (application, { networks, isPauseIgnored }, report) => {
    const { market, writers, log } = application;
    const selection = readSelection(application, networks);
    const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
      writers.run(async () => {
        try {
          return await work();
        } finally {
          await application.refreshDataVersion();
        }
      });
    const slugs = [...selection.endpoints.keys()].filter(
      (slug) => selection.networks?.includes(slug) ?? true,
    );
    const { networks: reports, figures } = await syncChains(market, {
      ...selection,
      isPauseIgnored,
      now: () => new Date(),
      storesHolders: application.configuration.HOLDERS_VISIBLE !== "off",
      exclusively,
      signal: writers.stopping,
      onProgress: (network) => {
        const progress = networkReadings(market).current(network)?.progress ?? null;
        if (progress === null) return;
        const share = progress.total === 0 ? 1 : progress.done / progress.total;
        const place = Math.max(0, slugs.indexOf(network));
        report((place + share) / Math.max(1, slugs.length), progressWords(network, progress));
      },
      onFailure: (network, error) => {
        if (error instanceof StoppedError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ network, reason }, "A network could not be read");
      },
    });
    return { networks: reports.map(networkResult), figures };
  },
  failureOf: ({ networks }) => {
    const failed = networks.filter(({ error }) => error !== null);
    if (failed.length === 0) return null;
    const reasons = failed.map(({ network, error }) => `${network}: ${error}`).join(" ");
    return `${failed.length} of ${formatCount(networks.length, "network")} could not be read to the end. ${reasons}`;
  },
});

/** One short line: it stands beside a bar. */
function progressWords(network: string, progress: SyncProgress & ReadingRate): string {
  const { done, total, blocksPerSecond, logsPerSecond, secondsLeft } = progress;
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  const rate = (perSecond: number) => Math.round(perSecond).toLocaleString("en-US");
  const left = secondsLeft === null ? "" : `, ${formatTimeLeft(secondsLeft)} left`;
  return `${network} ${percent}%, ${rate(blocksPerSecond)} blocks/s, ${rate(logsPerSecond)} logs/s${left}`;
}

const networkResult = ({ sync, ...report }: NetworkReport) => ({
  ...report,
  finalBlock: sync === null ? null : Number(sync.finalBlock),
});

/**
 * The networks of the settings, also those that cannot be read.
 * @throws InvalidError if a setting is missing or names what does not exist
 */
export const readConfiguredNetworks = (
  application: Pick<Application, "catalog" | "configuration" | "market">,
) => readLedgerOverview(application.market, readSelection(application, []));

/** @throws InvalidError for a network that cannot be read */
export const requireReadable = (
  application: Pick<Application, "catalog" | "configuration">,
  network: string,
): void => void readEvmSelection(application, [network]);

export const planChainOperation = operation({
  input: z.object({ networks: networksSchema.default([]), quota: z.int().min(1).nullable().default(null) }),
  changesMarketData: false,
  settings: SETTINGS,
  run: async (application, { networks, quota }) => {
    const plans = await planChains(application.market, {
      ...readEvmSelection(application, networks),
      signal: application.writers.stopping,
    });
    return {
      networks: plans.map(({ endpoints, ...plan }) => ({
        ...plan,
        endpoints: endpoints.map((one) => ({ ...one, lasts: quota === null ? null : one.calls <= quota })),
      })),
      quota,
    };
  },
});

const networkInput = z.object({ network: z.string().min(1).max(200) });

export const pauseChainOperation = operation({
  input: networkInput,
  changesMarketData: false,
  settings: SETTINGS,
  audit: ({ network }) => ({ action: "pause ledger", subject: network, subjectKind: "network" }),
  run: async (application, { network }, _report, { actor }) => {
    readEvmSelection(application, [network]);
    await networkReadings(application.market).pause(network, actor);
    return { message: `${network} is paused: it is not read until it is resumed.` };
  },
});

export const resumeChainOperation = operation({
  input: networkInput,
  changesMarketData: false,
  settings: SETTINGS,
  audit: ({ network }) => ({ action: "resume ledger", subject: network, subjectKind: "network" }),
  run: async (application, { network }) => {
    readEvmSelection(application, [network]);
    const wasPaused = await networkReadings(application.market).resume(network);
    return {
      message: wasPaused ? `${network} is read again, every hour.` : `${network} was not paused.`,
    };
  },
});

export const chainStatusOperation = operation({
  input: z.object({ networks: networksSchema.default([]) }),
  changesMarketData: false,
  settings: SETTINGS,
  run: async (application, { networks }) => {
    const { market } = application;
    const selection = readEvmSelection(application, networks);
    const overview = new Map(
      (await readLedgerOverview(market, selection)).map((one) => [one.network, one] as const),
    );
    const statuses = await readLedgerStatus(market, selection);
    return {
      networks: statuses.map(({ tokens, ...network }) => {
        const { state, reason, pause, last, verifications } = overview.get(network.network) ?? {};
        return {
          ...{ ...network, state: state ?? "unread", reason: reason ?? null, pause: pause ?? null },
          readAt: last?.endedAt ?? null,
          tokens: tokens.map(({ block, supply, ...token }) => ({
            ...token,
            supply: supply === null ? null : supplyResult(supply),
            block: block === null ? null : Number(block),
            verification: verifications?.find((one) => one.token === token.token) ?? null,
          })),
        };
      }),
    };
  },
});

const supplyResult = ({ block, day, ledger, stated, kind, problem }: StatedSupply) => ({
  ...{ day, kind, problem },
  block: Number(block),
  ledger: ledger === null ? null : String(ledger),
  stated: stated === null ? null : String(stated),
});

export const verifyChainOperation = operation({
  input: z.object({
    token: z.string().min(1).max(200).nullable().default(null),
    ranges: z.int().min(0).max(10_000).default(5),
  }),
  changesMarketData: false,
  settings: SETTINGS,
  run: async (application, { token, ranges }, report) => {
    const tokens = await verifyLedger(application.market, {
      ...readEvmSelection(application, []),
      token,
      ranges,
      signal: application.writers.stopping,
      onProgress: (done, total) => report(done / total, `${done} of ${formatCount(total, "token")}`),
    });
    requireTokens(tokens, token);
    const results = tokens.map((one) => ({ ...one, isVerified: isVerified(one) }));
    await rememberVerifications(application.market, results);
    return {
      tokens: results.map((verified) => ({
        ...verified,
        block: verified.block === null ? null : Number(verified.block),
        ranges: {
          checked: verified.ranges.checked,
          differing: verified.ranges.differing.map(({ from, to, reason }) => {
            return { from: Number(from), to: Number(to), reason };
          }),
        },
      })),
    };
  },
});

export const rewindChainOperation = operation({
  input: z.object({
    network: z.string().min(1).max(200),
    block: z.int().min(0),
    token: z.string().min(1).max(200).nullable().default(null),
  }),
  changesMarketData: true,
  settings: SETTINGS,
  audit: ({ network, block, token }) => ({
    action: "rewind ledger",
    subject: `${network}, ${token ?? "all tokens"}, from block ${block}`,
    subjectKind: "network",
  }),
  run: async (application, { network, block, token }) => {
    const tokens = await rewindLedger(application.market, {
      ...readEvmSelection(application, [network]),
      token,
      block: BigInt(block),
    });
    requireTokens(tokens, token);
    await networkReadings(application.market).forgetBlocks(network);
    return {
      tokens: tokens.flatMap(({ label, from }) =>
        from === null ? [] : [{ token: label, from: Number(from) }],
      ),
    };
  },
});
