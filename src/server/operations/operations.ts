/** All operations by name, for commands and jobs. */

import { z } from "zod";
import { listContactRequests } from "#accounts/contact";
import { currentDay } from "#domain/days";
import { NotFoundError } from "#domain/errors";
import { keepDatedFigures, moveInvestments, readScheduledSource, type ScheduledSource } from "#ingest";
import { storeProblem } from "#stores";
import type { Application } from "../application";
import type { SettingName } from "../configuration/configuration";
import { type Configuration, printableConfiguration } from "../configuration/configuration";
import type { CommandOrigin, OperationRunner } from "../control/controlServer";
import { isJobName } from "../jobs";
import { StoppedError, type WriterOptions } from "../writerQueue";
import {
  chainStatusOperation,
  pauseChainOperation,
  planChainOperation,
  resumeChainOperation,
  rewindChainOperation,
  syncChainOperation,
  verifyChainOperation,
} from "./chain";
import { writeDataSetsOperation } from "./dataSets";
import { exportOperation } from "./exportData";
import { checkImportOperation, importOperation } from "./importFiles";
import { createKey, createPartnerKey, listKeys, revokeKey, rotateKey } from "./keys";
import { loadCatalogOperation, previewCatalogOperation } from "./loadCatalog";
import { memoryOperation } from "./memory";
import {
  type Actor,
  type AuditedCommand,
  type Operation,
  operation,
  parseInput,
  type Report,
} from "./operation";
import {
  addUserOperation,
  grantAdmin,
  listAdmins,
  listFlags,
  revokeAdmin,
  setFlag,
  setOrganizationPlan,
} from "./people";
import { listQuarantineOperation, purgeQuarantineOperation } from "./quarantine";
import { runAudited } from "./runAudited";
import { requireSameSettings } from "./sameSettings";
import {
  clearSampleOperation,
  loadSampleOperation,
  refreshSampleOperation,
  sampleStatusOperation,
} from "./sample";
import {
  listMarksOperation,
  previewSupersedeOperation,
  restoreOperation,
  supersedeOperation,
} from "./supersede";
import { listImportsOperation, previewUndoOperation, undoImportOperation } from "./undoImports";
import { verifyOperation } from "./verify";

/** Every setting with its value, passwords masked, and where the value comes from. */
export const describedSettings = (configuration: Configuration) => ({
  file: configuration.settingsFile,
  settings: printableConfiguration(configuration).map(([name, value]) => ({
    name,
    value,
    origin: configuration.origins.get(name) ?? "default",
  })),
});

const showSettings = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ configuration }) => describedSettings(configuration),
});

/**
 * Runs work on market data in the writer queue. Refreshes the caches afterwards, even if the work fails
 * half-way.
 */
const changeMarketData = <T>(
  { writers, refreshDataVersion }: Pick<Application, "writers" | "refreshDataVersion">,
  work: (checkpoint: () => void) => Promise<T>,
  options?: WriterOptions,
): Promise<T> =>
  writers.run(async (checkpoint) => {
    try {
      return await work(checkpoint);
    } finally {
      await refreshDataVersion();
    }
  }, options);

/** Reads new data from a source. Failures of an origin are logged. */
const readSourceOperation = (source: ScheduledSource) =>
  operation({
    input: z.object({}),
    changesMarketData: false,
    run: (application, _input, report) =>
      readScheduledSource(application.market, source, {
        catalog: application.catalog,
        settings: application.configuration,
        now: () => new Date(),
        exclusively: (work) => changeMarketData(application, work),
        report,
        onFailure: (origin, error) => {
          if (error instanceof StoppedError) throw error;
          const reason = error instanceof Error ? error.message : String(error);
          application.log.warn(
            { [source.kind]: origin.name, reason },
            `${source.oneOrigin} could not be read`,
          );
        },
      }),
  });

/** Opens and closes imported investments on their dates. */
const moveInvestmentsOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  run: ({ market }) => moveInvestments(market, { today: currentDay() }),
});

/** Deletes former figures that are older than the setting. */
const forgetFormerOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  run: ({ market, configuration }) => keepDatedFigures(market, { days: configuration.DATED_FIGURES_DAYS }),
});

const listContacts = operation({
  input: z.object({ limit: z.number().int().min(1).max(10_000) }),
  changesMarketData: false,
  run: async ({ people }, input) => {
    const requests = await listContactRequests(people, input);
    return requests.map(({ id: _, at, mailedAt, ...request }) => ({
      ...request,
      at: at.toISOString(),
      mailedAt: mailedAt?.toISOString() ?? null,
    }));
  },
});

interface AnyOperation {
  changesMarketData: boolean;
  settings: readonly SettingName[];
  audit: ((input: unknown) => AuditedCommand) | null;
  start: (application: Application, input: unknown, report: Report, actor: Actor) => Promise<unknown>;
  failureOf: (output: unknown) => string | null;
}

/** Erases the types of an operation's input and output; the schema validates the input at run time. */
const any = <Input, Output>({
  input,
  run,
  changesMarketData,
  settings = [],
  audit,
  failureOf,
}: Operation<Input, Output>): AnyOperation => ({
  changesMarketData,
  settings,
  audit: audit === undefined ? null : (value) => audit(parseInput(input, value)),
  start: (application, value, report, actor) => run(application, parseInput(input, value), report, actor),
  failureOf: (output) => failureOf?.(output as Output) ?? null,
});

const operations = new Map<string, AnyOperation>([
  ["import", any(importOperation)],
  ["import.check", any(checkImportOperation)],
  ["imports.list", any(listImportsOperation)],
  ["imports.preview", any(previewUndoOperation)],
  ["imports.undo", any(undoImportOperation)],
  ["verify", any(verifyOperation)],
  ["observations.list", any(listMarksOperation)],
  ["observations.preview", any(previewSupersedeOperation)],
  ["observations.supersede", any(supersedeOperation)],
  ["observations.restore", any(restoreOperation)],
  ["export", any(exportOperation)],
  ["dataSets.write", any(writeDataSetsOperation)],
  ["quarantine.list", any(listQuarantineOperation)],
  ["quarantine.purge", any(purgeQuarantineOperation)],
  ["chain.sync", any(syncChainOperation)],
  ["chain.status", any(chainStatusOperation)],
  ["chain.verify", any(verifyChainOperation)],
  ["chain.rewind", any(rewindChainOperation)],
  ["chain.plan", any(planChainOperation)],
  ["chain.pause", any(pauseChainOperation)],
  ["chain.resume", any(resumeChainOperation)],
  ["catalog.load", any(loadCatalogOperation)],
  ["catalog.preview", any(previewCatalogOperation)],
  ["investments.move", any(moveInvestmentsOperation)],
  ["datedFigures.forget", any(forgetFormerOperation)],
  ["sample.load", any(loadSampleOperation)],
  ["sample.refresh", any(refreshSampleOperation)],
  ["sample.clear", any(clearSampleOperation)],
  ["sample.status", any(sampleStatusOperation)],
  ["memory.show", any(memoryOperation)],
  ["contacts.list", any(listContacts)],
  ["keys.create", any(createKey)],
  ["keys.createPartner", any(createPartnerKey)],
  ["keys.list", any(listKeys)],
  ["keys.rotate", any(rotateKey)],
  ["keys.revoke", any(revokeKey)],
  ["users.add", any(addUserOperation)],
  ["users.grantAdmin", any(grantAdmin)],
  ["users.revokeAdmin", any(revokeAdmin)],
  ["users.listAdmins", any(listAdmins)],
  ["flags.set", any(setFlag)],
  ["flags.list", any(listFlags)],
  ["plans.set", any(setOrganizationPlan)],
  ["config.show", any(showSettings)],
]);

/**
 * Runs operations on an application, writers one at a time. Errors of an unavailable store or a full disk get
 * a readable message, both for local operations and for commands over the socket.
 * @param user id of the user for whom all of them run, in the audit log. Default: the command or this
 * process.
 */
export const operationRunner =
  (application: Application, user?: string): OperationRunner =>
  async (name, input, report, stop, command) => {
    try {
      return await runOn(application, user)(name, input, report, stop, command);
    } catch (error) {
      throw storeProblem(error) ?? error;
    }
  };

const runOn =
  (application: Application, user: string | undefined): OperationRunner =>
  async (name, input, report, stop, command) => {
    const endWhereStopped = () => {
      if (stop?.aborted) throw new StoppedError("The command was stopped. Run it again to complete it.");
    };
    const source = application.sources.find((one) => one.name === name);
    const found = source === undefined ? operations.get(name) : any(readSourceOperation(source));
    if (!found) throw new NotFoundError(`There is no operation named ${JSON.stringify(name)}.`);
    if (name !== "config.show")
      await requireSameSettings(application.configuration, command?.settings ?? {}, found.settings);
    const actor = user === undefined ? actorOf(command) : { actor: user };
    const start = (progress: Report) =>
      found.changesMarketData
        ? changeMarketData(
            application,
            (checkpoint) => {
              endWhereStopped();
              const reportAtCheckpoint: Report = (share, message) => {
                progress(share, message);
                checkpoint();
              };
              return found.start(application, input, reportAtCheckpoint, actor);
            },
            {
              label: isJobName(name) ? application.jobs.labelOf(name) : name,
              onWait: (label) => progress(0, `Waiting for another job to finish: ${label}`),
            },
          )
        : found.start(application, input, progress, actor);
    const reportUntilStopped: Report = (share, message) => {
      report(share, message);
      // Progress is reported between steps. Each step is stored completely or not at all.
      endWhereStopped();
    };
    const run = () =>
      isJobName(name)
        ? application.jobs.run(
            name,
            (note) =>
              start((share, message) => {
                note(share, message);
                reportUntilStopped(share, message);
              }),
            found.failureOf,
          )
        : start(reportUntilStopped);
    return found.audit === null
      ? run()
      : runAudited(application, { ...actor, ...found.audit(input), operation: name }, run);
  };

/** A command of the operator, or work of the server itself. */
const actorOf = (command: CommandOrigin | undefined): Actor => ({
  actor: command === undefined ? "server" : command.user === "" ? "operator" : `operator (${command.user})`,
});
