/** Follows the newest blocks of the configured networks as long as the server runs, as one job. */
import { followNetworks } from "#ingest";
import type { Application } from "./application";

export function followChains(application: Application): void {
  const { jobs, log, market, writers, configuration } = application;
  const newest = new Map<string, bigint>();
  const follow = jobs.run("chain.follow", (report) =>
    followNetworks(market, {
      // The catalog can be loaded again meanwhile.
      get catalog() {
        return application.catalog;
      },
      endpoints: configuration.rpcEndpoints,
      assets: configuration.ledgerAssets,
      signal: writers.stopping,
      exclusively: (work) =>
        writers.run(async () => {
          try {
            return await work();
          } finally {
            await application.refreshDataVersion();
          }
        }),
      onProgress: (network, { block }) => {
        if (block !== null) newest.set(network, block);
        const blocks = [...newest].map(
          ([slug, number]) => `${slug}: block ${number.toLocaleString("en-US")}`,
        );
        report(1, blocks.join(", "));
      },
      onFailure: (network, error) => {
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ network, reason }, "The newest blocks of a network could not be read; it is tried again");
      },
    }),
  );
  follow.catch((error: unknown) => log.error(error, "The newest blocks are not read any more"));
}
