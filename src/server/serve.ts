/** `cadastre serve`: one process that opens everything, serves requests, and stops cleanly. */
import type http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { format } from "node:util";
import { html } from "hono/html";
import type { Logger } from "pino";
import { forgetExpired } from "#accounts/maintenance";
import { currentDay } from "#domain/days";
import { type DomainError, UnavailableError } from "#domain/errors";
import { storedProvider, UNNAMED_PROVIDER } from "#domain/vocabulary";
import { originsOf, providerOf, unknownProviders } from "#ingest";
import { dataSetStore } from "#market";
import { type Application, openApplication } from "./application";
import type { Configuration } from "./configuration/configuration";
import { subjectOf } from "./configuration/sourcePrecedence";
import { createLog } from "./createLog";
import { createSite } from "./createSite";
import { followChains } from "./followChains";
import { createHttpServer, type FetchHandler } from "./http/createHttpServer";
import { type OpenConnections, openConnections } from "./http/openConnections";
import { plainPage } from "./http/pageErrors";
import { dataSetFolder } from "./operations/dataSets";
import { loggedOperation } from "./operations/loggedOperation";
import { operationRunner } from "./operations/operations";
import { awaitsFirstSample } from "./operations/sample";
import { StoppedError } from "./writerQueue";

/**
 * Warns about each name in `SOURCE_PRECEDENCE` without figures: a misspelled name would silently have no
 * effect.
 */
async function warnOfUnknownSources({
  configuration,
  market,
  sources,
  log,
}: Pick<Application, "configuration" | "market" | "sources" | "log">): Promise<void> {
  // Scheduled sources, and files without a name, may still report.
  const expected = new Set([storedProvider(UNNAMED_PROVIDER), ...sources.map(providerOf)]);
  const listed = configuration.sourcePrecedence.flatMap(({ sources: names }) => names.map(storedProvider));
  for (const name of await unknownProviders(market, [...new Set(listed)])) {
    if (expected.has(name)) continue;
    const rules = configuration.sourcePrecedence.filter(({ sources: names }) => names.includes(name));
    const subjects = rules.map(subjectOf).filter((subject) => subject !== "");
    const where = subjects.length === 0 ? "" : ` for ${subjects.join(" and ")}`;
    log.warn(
      `SOURCE_PRECEDENCE lists ${name}${where}, but nothing has been imported from a source of that name`,
    );
  }
}

/** Delay after the start, so that the first requests are not slowed down. */
const AFTER_START_MS = 180_000;

/**
 * Writes the data sets of `/downloads` once a day, and soon after the start if today's hour has passed or
 * there are none.
 */
function scheduleDataSets(application: Application): void {
  const { configuration, log, jobs } = application;
  const hour = configuration.DATA_SETS_HOUR;
  if (hour === "off") return;
  const write = async () => {
    try {
      await operationRunner(application)("dataSets.write", {}, () => undefined);
    } catch (error) {
      if (error instanceof StoppedError) log.info("Data sets are incomplete; the next start completes them");
      else log.error(error, "Data sets could not be written");
    }
  };
  const at = `${String(hour).padStart(2, "0")}:40`;
  jobs.schedule("dataSets.write", { pattern: `40 ${hour} * * *`, words: `Daily at ${at} UTC` }, write);
  const catchUp = async () => {
    const [newest] = await dataSetStore(dataSetFolder(configuration)).versions();
    const now = new Date();
    const hasPassed = now.getUTCHours() * 60 + now.getUTCMinutes() >= hour * 60 + 40;
    const isDue = newest === undefined || (newest.day < currentDay() && hasPassed);
    if (isDue) await write();
  };
  setTimeout(
    () => void catchUp().catch((error) => log.error(error, "Data sets could not be read")),
    AFTER_START_MS,
  ).unref();
}

/** Reads the sources that the settings enable, after the start and then by their schedules. */
export function scheduleSources(application: Application): void {
  for (const source of application.sources) {
    if (originsOf(source, application.configuration).length === 0) continue;
    const read = loggedOperation(application, {
      name: source.name,
      failed: `${source.label} could not be read`,
    });
    void read();
    const { stop } = application.jobs.schedule(source.name, source.schedule, read);
    application.onClose(async () => stop());
  }
}

/**
 * Redirects the console output of libraries to the log: they print errors with the values of statements,
 * requests and options, which the log masks.
 */
export function libraryOutputToLog(log: Logger): void {
  const to =
    (level: "error" | "warn" | "debug") =>
    (...printed: unknown[]) => {
      const error = printed.find((part) => part instanceof Error);
      const words = format(...printed.filter((part) => !(part instanceof Error)));
      log[level](error === undefined ? {} : { err: error }, words === "" ? "Library warning" : words);
    };
  Object.assign(console, { error: to("error"), warn: to("warn"), info: to("debug"), log: to("debug") });
}

/** Responses while the application starts: the reason, the progress, and when to retry. */

interface Starting {
  brand: string;
  /** 0 to 1 while the first sample data is being generated; null while the stores open. */
  progress: number | null;
}

const RETRY_SECONDS = 2;

/** The one request that is served while sample data is generated: the status, which reports the progress. */
export const wantsProgress = (request: Request): boolean =>
  /^(?:\/api)?\/v4\/status$/.test(new URL(request.url).pathname);

/** 503 with a page that reloads itself, or a line of text for programs. */
export function startingResponse(request: Request, { brand, progress }: Starting): Response {
  const percent = progress === null ? null : Math.floor(progress * 100);
  const message = percent === null ? "Starting." : `Generating sample data: ${percent}%.`;
  const headers = { "retry-after": String(RETRY_SECONDS) };
  const isProgram = !request.headers.get("accept")?.includes("text/html");
  if (isProgram && new URL(request.url).pathname.startsWith("/api/")) {
    return Response.json(
      { message: `${message} Try again in a moment.` },
      {
        status: 503,
        headers: { ...headers, "cache-control": "no-store", "x-content-type-options": "nosniff" },
      },
    );
  }
  return plainPage(request, {
    brand,
    status: 503,
    title: `${brand} is starting`,
    message: isProgram ? `${message} Try again in a moment.` : message,
    refreshSeconds: RETRY_SECONDS,
    headers,
    extra: html`<progress aria-label="Progress" max="100"${percent !== null && html` value="${percent}"`}></progress>
<p>This page opens automatically when it is ready.</p>`,
  });
}

export interface ServeOptions {
  configuration: Configuration;
  mode: "production" | "development";
  /** Folder of the installation. */
  root: string;
}

/** Time for in-flight requests to finish after a stop signal. */
const SHUTDOWN_MS = 10_000;

/** Time for writers of market data to reach a checkpoint. */
const WRITER_MS = 60_000;

/** Serves until a signal arrives. Resolves once it accepts requests; the process then continues. */
export async function serve({ configuration, mode, root }: ServeOptions): Promise<void> {
  const log = createLog(configuration);
  // In development the output of libraries is for the developer's terminal.
  if (mode === "production") libraryOutputToLog(log);
  const brand = configuration.BRAND_NAME;
  let handler: FetchHandler = (request) => startingResponse(request, { brand, progress: null });
  const server = createHttpServer(() => handler, log);
  const connections = openConnections(server);
  // The port is opened first, so that a port in use is reported immediately.
  await listen(server, configuration);
  const settings = configuration.settingsFile === null ? "" : `, settings ${configuration.settingsFile}`;
  log.info(`Opening the stores: data folder ${configuration.DATA_DIR}${settings}`);
  let application: Application | null = null;
  let site: FetchHandler;
  try {
    application = await openApplication({ configuration, log, operations: operationRunner });
    await warnOfUnknownSources(application);
    site = await createSite({ application, mode, root });
  } catch (error) {
    server.close();
    server.closeAllConnections();
    // Otherwise the process would continue without a port and keep the data folder.
    await application?.close();
    throw error;
  }
  const pagesWait = await awaitsFirstSample(application);
  const sample = keepSampleCurrent(application, log);
  forgetExpiredDaily(application, log);
  moveInvestmentsDaily(application);
  forgetFormerDaily(application);
  syncChainsHourly(application);
  scheduleSources(application);
  scheduleDataSets(application);
  stopOnSignal({ server, connections, application, log, stopSample: sample.stop });
  if (pagesWait) {
    // Without any figures, pages would be empty for the first visitor.
    handler = (request, env) =>
      wantsProgress(request)
        ? site(request, env)
        : startingResponse(request, { brand, progress: application.sampleProgress });
    await sample.first;
  }
  handler = site;
  log.info(`${brand} is running at ${configuration.BASE_URL}`);
}

async function listen(server: http.Server, { PORT, HOST }: Configuration): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(listenError(cause, PORT, HOST)));
    server.listen(PORT, HOST, resolve);
  });
}

function listenError(cause: NodeJS.ErrnoException, port: number, host: string): DomainError {
  if (cause.code === "EADDRINUSE") {
    return new UnavailableError(
      `Port ${port} on ${host} is in use. Stop the other process, or choose another port: PORT=${port + 1} npm start`,
      { cause },
    );
  }
  if (cause.code === "EACCES") {
    return new UnavailableError(
      `This user may not listen on port ${port}. Choose one above 1023, such as PORT=3000.`,
      {
        cause,
      },
    );
  }
  return new UnavailableError(
    `Cannot listen on ${host} port ${port}: ${cause.message}. Check HOST and PORT.`,
    { cause },
  );
}

/** Loads sample data after the start and after each midnight, so that its series always end yesterday. */
function keepSampleCurrent(
  application: Application,
  log: Logger,
): { /** Settles when the load of the start is complete. */ first: Promise<void>; stop: () => void } {
  const load = async () => {
    let lastLogged = -1;
    try {
      await operationRunner(application)("sample.refresh", {}, (share, message) => {
        const tenth = Math.floor(share * 10);
        const isUpToDate = lastLogged === -1 && share === 1;
        if (tenth > lastLogged && !isUpToDate) log.info(`${message}: ${tenth * 10}%`);
        lastLogged = Math.max(lastLogged, tenth);
      });
    } catch (error) {
      if (error instanceof StoppedError) {
        log.info("Sample data is incomplete; the next start completes it");
      } else log.error(error, "Sample data could not be loaded");
    }
  };
  const first = load();
  const { stop } = application.jobs.schedule(
    "sample.refresh",
    { pattern: "5 0 * * *", words: "Daily at 00:05 UTC" },
    load,
  );
  return { first, stop };
}

function forgetExpiredDaily({ people, jobs }: Application, log: Logger): void {
  const forget = () =>
    jobs
      .run("people.forget", () => forgetExpired(people))
      .catch((error) => log.error(error, "Expired sessions and codes could not be removed"));
  jobs.schedule("people.forget", { pattern: "20 3 * * *", words: "Daily at 03:20 UTC" }, forget);
}

/** Opens and closes imported investments after the start and after each midnight. */
function moveInvestmentsDaily(application: Application): void {
  const move = loggedOperation(application, {
    name: "investments.move",
    failed: "The status of investments could not be updated",
  });
  void move();
  application.jobs.schedule("investments.move", { pattern: "2 0 * * *", words: "Daily at 00:02 UTC" }, move);
}

/** Reads networks with endpoints after the start and every hour. */
function syncChainsHourly(application: Application): void {
  const { rpcEndpoints, ledgerAssets } = application.configuration;
  if (rpcEndpoints.size === 0) return;
  if (ledgerAssets !== "all" && ledgerAssets.size === 0) {
    application.log.warn("RPC_ENDPOINTS is set, and LEDGER_ASSETS is not: no transfers are read.");
    return;
  }
  const sync = loggedOperation(application, {
    name: "chain.sync",
    failed: "The transfers of networks could not be read",
  });
  void sync();
  application.jobs.schedule(
    "chain.sync",
    { pattern: "7 * * * *", words: "Hourly, 7 minutes past the hour" },
    sync,
  );
  followChains(application);
}

/** Deletes expired former figures after each midnight; the start does so too. */
function forgetFormerDaily(application: Application): void {
  const forget = loggedOperation(application, {
    name: "datedFigures.forget",
    failed: "Expired former figures could not be deleted",
  });
  application.jobs.schedule(
    "datedFigures.forget",
    { pattern: "32 3 * * *", words: "Daily at 03:32 UTC" },
    forget,
  );
}

interface Running {
  server: http.Server;
  connections: OpenConnections;
  application: Application;
  log: Logger;
  stopSample: () => void;
}

function stopOnSignal({ server, connections, application, log, stopSample }: Running): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1); // Second signal: exit immediately.
    stopping = true;
    log.info(`${signal}: finishing requests in progress`);
    stopSample();
    if (application.writers.isBusy()) log.info("Finishing the current market data step");
    const written = application.writers.stop();
    await Promise.race([connections.closeAtRest(), wait(SHUTDOWN_MS)]);
    server.closeAllConnections();
    const isWritten = await Promise.race([written.then(() => true), wait(WRITER_MS, false)]);
    const isClosed =
      isWritten && (await Promise.race([application.close().then(() => true), wait(SHUTDOWN_MS, false)]));
    if (isClosed) log.info("Stopped");
    else
      log.warn(
        "Stopped before all work finished. No confirmed changes are lost; the next start completes it",
      );
    process.exit(isClosed ? 0 : 1);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
}
