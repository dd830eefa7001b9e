/**
 * The product without its HTTP server: configuration, both stores, catalog and data, opened in order and
 * closed in reverse. Used by `serve` and every command that changes data.
 */
import type { Logger } from "pino";
import { currentDay } from "#domain/days";
import { DomainError } from "#domain/errors";
import { type CatalogIndex, indexCatalog } from "#domain/resources";
import {
  catalogChange,
  catalogChangeSummary,
  commit,
  declareLabels,
  declarePrecedence,
  dropDatedEditions,
  dropScratchTables,
  forgetHolders,
  keepDatedFigures,
  loadCatalog,
  readDataVersion,
  type ScheduledSource,
  scheduledSources,
} from "#ingest";
import {
  claimDataFolder,
  type DataFolder,
  type MarketStore,
  migrateMarketStore,
  openMarketStore,
  openPeopleStore,
  type PeopleStore,
  showPublished,
} from "#stores";
import type { Configuration } from "./configuration/configuration";
import { resolvePrecedence } from "./configuration/sourcePrecedence";
import { type ControlServer, createControlServer, type OperationRunner } from "./control/controlServer";
import { createJobs, type Jobs } from "./jobs";
import { unusedStoreWarnings } from "./moves/unusedStore";
import { NEWS_NOT_STORED, readValidCatalog, storeCatalogNews } from "./readValidCatalog";
import { createWriterQueue, type WriterQueue } from "./writerQueue";

export interface Application {
  configuration: Configuration;
  log: Logger;
  market: MarketStore;
  people: PeopleStore;
  catalog: CatalogIndex;
  /** Sources that are read on a schedule. */
  sources: readonly ScheduledSource[];
  /** Queue of all changes of market data; stopped before the stores close. */
  writers: WriterQueue;
  /** Background jobs. */
  jobs: Jobs;
  /** 0 to 1 while sample data is being generated, null otherwise. */
  sampleProgress: number | null;
  /** Day of the last data sets written by this process; empty before. */
  dataSetsDay: string;
  /** The data version that pages and responses are cached by. */
  dataVersion(): string;
  /** Reads the data version again after a possible change. */
  refreshDataVersion(): Promise<void>;
  /** Registers a step to run before the stores close. */
  onClose(step: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface OpenApplicationOptions {
  configuration: Configuration;
  log: Logger;
  /** Default: every source of the product. */
  sources?: readonly ScheduledSource[];
  /** Ids of catalog rows with a new slug (`loadCatalog`). Default: none. */
  renamed?: readonly string[];
  /** Runs the commands of other processes, once the application is open. */
  operations: (application: Application) => OperationRunner;
}

/**
 * @throws ConflictError when another process owns the data folder, UnavailableError when a store cannot be
 * opened, InvalidError when the catalog is not valid
 */
export async function openApplication(options: OpenApplicationOptions): Promise<Application> {
  const { configuration, log, sources = scheduledSources, renamed = [] } = options;
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of opened.splice(0).reverse()) await step();
  };
  let ready: (runner: OperationRunner) => void = () => undefined;
  let failed: (error: unknown) => void = () => undefined;
  const runner = new Promise<OperationRunner>((resolve, reject) => {
    ready = resolve;
    failed = reject;
  });
  try {
    const folder = await takeFolder(configuration, createControlServer(runner), opened);
    for (const repair of folder.repairs) log.warn(repair);
    for (const warning of await unusedStoreWarnings(folder, configuration)) log.warn(warning);
    const market = await openMarketStore({
      url: configuration.CLICKHOUSE_URL ?? null,
      folder: folder.market,
    });
    opened.push(() => market.close());
    await migrateMarketStore(market);
    await dropScratchTables(market);
    await dropDatedEditions(market);
    if (configuration.HOLDERS_VISIBLE === "off") await forgetHolders(market);
    const people = await openPeopleStore({ url: configuration.DATABASE_URL ?? null, folder: folder.people });
    opened.push(() => people.close());

    const catalog = await readValidCatalog(configuration.catalogFolders);
    const change = await catalogChange(market, indexCatalog(catalog));
    const precedence = resolvePrecedence(configuration.sourcePrecedence, indexCatalog(catalog));
    // Also completes the derivations of a process that was killed after storing rows.
    await commit(market, { today: currentDay() }, async () => {
      await declarePrecedence(market, precedence);
      await declareLabels(market, configuration.sourceLabels);
      await keepDatedFigures(market, { days: configuration.DATED_FIGURES_DAYS });
      await loadCatalog(market, catalog, { renamed });
    });
    const summary = catalogChangeSummary(change, { isDone: true });
    if (summary !== "") log.warn(summary);
    const newsError = await storeCatalogNews(market, indexCatalog(catalog));
    if (newsError !== null) log.error(newsError, NEWS_NOT_STORED);

    const writers = createWriterQueue();
    opened.push(() => writers.stop());
    let dataVersion = await readDataVersion(market);
    const application: Application = {
      configuration,
      log,
      market,
      people,
      catalog: indexCatalog(catalog),
      sources,
      writers,
      jobs: createJobs(sources),
      sampleProgress: null,
      dataSetsDay: "",
      dataVersion: () => String(dataVersion),
      refreshDataVersion: async () => {
        await showPublished(market);
        dataVersion = await readDataVersion(market);
      },
      onClose: (step) => opened.push(step),
      close,
    };
    ready(options.operations(application));
    return application;
  } catch (error) {
    failed(
      error instanceof DomainError
        ? error
        : new Error("The process that owns the data folder could not start."),
    );
    await close();
    throw error;
  }
}

async function takeFolder(
  configuration: Configuration,
  control: ControlServer,
  opened: (() => Promise<void>)[],
): Promise<DataFolder> {
  const folder = await claimDataFolder(configuration.DATA_DIR, (socket) => control.listen(socket));
  opened.push(async () => {
    await control.close();
    await folder.release();
  });
  return folder;
}
