/** Reading the transfers of tokens from nodes of their networks. */
import { z } from "zod";
import { InvalidError } from "#domain/errors";
import { formatCount } from "#domain/text";
import { type NetworkReport, syncChains } from "#ingest";
import { StoppedError } from "../writerQueue";
import { operation } from "./operation";

const SEE = "See docs/operators/chain.md.";
const networksSchema = z.array(z.string().min(1)).max(200);

export const syncChainOperation = operation({
  input: z.object({ networks: networksSchema.default([]) }),
  // Reading must not block other writers: each write is queued on its own.
  changesMarketData: false,
  settings: ["RPC_ENDPOINTS", "LEDGER_ASSETS"],
  run: async (application, { networks }, report) => {
    const { market, catalog, configuration, writers, log } = application;
    const unknown = networks.find((slug) => !configuration.rpcEndpoints.has(slug));
    if (unknown !== undefined) {
      const known = [...configuration.rpcEndpoints.keys()].join(", ");
      throw new InvalidError(
        `RPC_ENDPOINTS has no endpoint of ${JSON.stringify(unknown)}${known === "" ? "" : `, only of ${known}`}. ${SEE}`,
      );
    }
    if (configuration.rpcEndpoints.size === 0) throw new InvalidError(`RPC_ENDPOINTS is not set. ${SEE}`);
    const { ledgerAssets: assets } = configuration;
    if (assets !== "all") {
      if (assets.size === 0) throw new InvalidError(`LEDGER_ASSETS names no asset. ${SEE}`);
      const missing = [...assets].find((slug) => !catalog.assetBySlug.has(slug));
      if (missing !== undefined) {
        throw new InvalidError(
          `LEDGER_ASSETS names ${JSON.stringify(missing)}, which is not in the catalog. ${SEE}`,
        );
      }
    }
    const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
      writers.run(async () => {
        try {
          return await work();
        } finally {
          await application.refreshDataVersion();
        }
      });
    const started = performance.now();
    const { networks: reports, figures } = await syncChains(market, {
      catalog,
      endpoints: configuration.rpcEndpoints,
      assets,
      networks: networks.length === 0 ? undefined : networks,
      now: () => new Date(),
      exclusively,
      signal: writers.stopping,
      onProgress: (network, { done, total, logs }) => {
        const seconds = (performance.now() - started) / 1_000;
        const rate = Math.round(logs / Math.max(seconds, 0.001)).toLocaleString("en-US");
        report(
          total === 0 ? 1 : done / total,
          `${network}: ${formatCount(logs, "transfer")}, ${rate} a second`,
        );
      },
      onFailure: (network, error) => {
        if (error instanceof StoppedError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ network, reason }, "A network could not be read");
      },
    });
    return { networks: reports.map(networkResult), figures };
  },
});

const networkResult = ({
  network,
  tokens,
  skipped,
  notes,
  sync,
  error,
  lastDay,
  failures,
}: NetworkReport) => ({
  network,
  tokens,
  skipped,
  notes,
  error,
  lastDay,
  finalBlock: sync === null ? null : Number(sync.finalBlock),
  blocks: sync?.blocks ?? 0,
  transfers: sync?.logs ?? 0,
  failures,
});
