import type { Administrator, LedgerDesk, RequestedPlan } from "#api";
import { ConflictError, DomainError, InvalidError } from "#domain/errors";
import { networkReadings, planChains, readLedgerOverview } from "#ingest";
import type { Application } from "../application";
import { StoppedError } from "../writerQueue";
import { readConfiguredNetworks, readEvmSelection, requireReadable } from "./chain";
import { operationRunner } from "./operations";
import { runAudited } from "./runAudited";

/** The networks of the settings for administrators in the browser. */
export function openLedgerDesk(application: Application): LedgerDesk {
  const { market, log } = application;
  const audited = (action: string, network: string, by: Administrator, run: () => Promise<object>) =>
    runAudited(
      application,
      { action, subject: network, subjectKind: "network", actor: by.id, operation: `chain.${action}` },
      run,
    );
  const read = (network: string, by: Administrator): void => {
    const started = audited("read ledger", network, by, async () => {
      const input = { networks: [network] };
      await operationRunner(application, by.id)("chain.sync", input, () => undefined);
      const [state] = await readLedgerOverview(market, {
        ...{ catalog: application.catalog, endpoints: application.configuration.rpcEndpoints },
        networks: [network],
      });
      return { message: state?.reason ?? "Read to the end." };
    });
    // Its result is on the page; only failures of ours are not.
    started.catch((error: unknown) => {
      if (error instanceof StoppedError || error instanceof DomainError) return;
      log.error({ err: error, network }, "A network could not be read");
    });
  };
  const plans = new Map<string, RequestedPlan>();
  return {
    networks: async () => {
      try {
        const networks = await readConfiguredNetworks(application);
        const withPlans = networks.map((one) => ({ ...one, requestedPlan: plans.get(one.network) ?? null }));
        return { networks: withPlans, problem: null };
      } catch (error) {
        if (error instanceof InvalidError) return { networks: null, problem: error.message };
        throw error;
      }
    },
    plan: (network) => {
      const selection = readEvmSelection(application, [network]);
      if (isInProgress(plans.get(network))) return;
      plans.set(network, { plan: null, error: null });
      planChains(market, { ...selection, signal: application.writers.stopping }).then(
        ([plan = null]) => plans.set(network, { plan, error: null }),
        (error: unknown) => {
          log.warn({ err: error, network }, "A network could not be planned");
          plans.set(network, {
            ...{ plan: null, error: error instanceof Error ? error.message : String(error) },
          });
        },
      );
    },
    pause: async (network, by) => {
      requireReadable(application, network);
      await audited("pause ledger", network, by, () => networkReadings(market).pause(network, by.email));
    },
    resume: async (network, by) => {
      requireReadable(application, network);
      await audited("resume ledger", network, by, async () => {
        await networkReadings(market).resume(network);
        return {};
      });
      if (networkReadings(market).current(network) === null) read(network, by);
    },
    read: async (network, by) => {
      requireReadable(application, network);
      const readings = networkReadings(market);
      if (readings.current(network) !== null) {
        throw new ConflictError(`${network} is being read, or waits for another network.`);
      }
      if ((await readings.pauseOf(network)) !== null) {
        throw new ConflictError(`${network} is paused. Resume it to read it.`);
      }
      read(network, by);
    },
  };
}

const isInProgress = (requested: RequestedPlan | undefined): boolean =>
  requested !== undefined && requested.plan === null && requested.error === null;
