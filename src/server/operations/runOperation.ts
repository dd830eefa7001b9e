import { lstat } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import { maskSecrets, NotFoundError } from "#domain/errors";
import { type FolderOwner, folderOwner } from "#stores";
import type { Configuration } from "../configuration/configuration";
import { SETTINGS_FILE } from "../configuration/readSettings";
import { callOwner } from "../control/callOwner";
import type { Report } from "./operation";
import { explicitSettings } from "./sameSettings";

export interface RunOperationOptions {
  configuration: Configuration;
  /** Folder of the program. */
  root: string;
  /** Created on demand: a command that a running server carries out logs nothing here. */
  log: () => Promise<Logger>;
  name: string;
  input: unknown;
  report: Report;
  /** Receives one sentence that describes the installation, before the operation starts. */
  onInstallation: (description: string) => void;
  /** Called when the work was requested to stop, which it does at its next checkpoint. */
  stopping: () => void;
}

/**
 * Runs an operation in the server that owns the data folder, if one is running; otherwise in this process,
 * which opens the stores for its duration.
 * @throws NotFoundError if there are no stores: only a server creates them
 */
export async function runOperation({
  configuration,
  root,
  log,
  name,
  input,
  report,
  onInstallation,
  stopping,
}: RunOperationOptions): Promise<unknown> {
  const owner = await folderOwner(configuration.DATA_DIR);
  if (owner === null) await requireStores(configuration, root);
  onInstallation(describeInstallation(configuration, owner));
  if (owner !== null) {
    const call = { operation: name, input, settings: explicitSettings(configuration), user: systemUser() };
    return untilStopped(stopping, (stop) => callOwner(owner.socket, call, report, stop));
  }
  const [{ openApplication }, { operationRunner }, { loadCatalogInput }, { parseInput }] = await Promise.all([
    import("../application"),
    import("./operations"),
    import("./loadCatalog"),
    import("./operation"),
  ]);
  const application = await openApplication({
    configuration,
    log: await log(),
    operations: operationRunner,
    renamed: name === "catalog.load" ? parseInput(loadCatalogInput, input).renamed : [],
  });
  try {
    return await untilStopped(stopping, (stop) => {
      stop.addEventListener("abort", () => void application.writers.stop());
      return operationRunner(application)(name, input, report, undefined, {
        settings: {},
        user: systemUser(),
      });
    });
  } finally {
    await application.close();
  }
}

/** Name of the user who runs this process, or the numeric id if the system has no name for it. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

/** Runs an operation in the server that owns the data folder; null if none is running. */
export async function runInServer(
  configuration: Configuration,
  operation: string,
): Promise<{ output: unknown; description: string } | null> {
  const owner = await folderOwner(configuration.DATA_DIR);
  if (owner === null) return null;
  const output = await callOwner(owner.socket, { operation, input: {} }, () => undefined);
  return { output, description: describeInstallation(configuration, owner) };
}

/** Describes the stores that a command acts on, the settings file and the server that carries it out. */
export function describeInstallation(
  {
    DATA_DIR,
    DATABASE_URL,
    CLICKHOUSE_URL,
    settingsFile,
  }: Pick<Configuration, "DATA_DIR" | "DATABASE_URL" | "CLICKHOUSE_URL" | "settingsFile">,
  owner: Pick<FolderOwner, "pid"> | null,
): string {
  const parts = [
    `data folder ${DATA_DIR}`,
    ...(DATABASE_URL === undefined ? [] : [`PostgreSQL ${new URL(DATABASE_URL).host}`]),
    ...(CLICKHOUSE_URL === undefined ? [] : [`ClickHouse ${new URL(CLICKHOUSE_URL).host}`]),
    ...(settingsFile === null ? [] : [`settings ${settingsFile}`]),
    owner === null ? "server not running" : `server running (process ${owner.pid})`,
  ];
  return maskSecrets(`Installation: ${parts.join(", ")}`);
}

/** Prevents a command in the wrong folder from creating an installation there. */
async function requireStores(configuration: Configuration, root: string): Promise<void> {
  const { DATA_DIR } = configuration;
  if (await hasStores(configuration, DATA_DIR)) return;
  const other = path.join(root, "data");
  const hint =
    other !== DATA_DIR && (await hasStores(configuration, other)) ? ` There is one in ${other}.` : "";
  throw new NotFoundError(
    `There is no installation in the data folder ${DATA_DIR}.${hint} ` +
      `Run the command in the folder of your installation, or set DATA_DIR in the environment or in ${SETTINGS_FILE}. ` +
      'To create an installation, run "cadastre serve".',
  );
}

async function hasStores({ DATABASE_URL, CLICKHOUSE_URL }: Configuration, folder: string): Promise<boolean> {
  const needed = [
    ...(CLICKHOUSE_URL === undefined ? ["market"] : []),
    ...(DATABASE_URL === undefined ? ["people"] : []),
  ];
  for (const name of needed) if (!(await exists(path.join(folder, name)))) return false;
  return true;
}

/** A broken link counts as existing: opening the store reports its target. */
const exists = async (file: string) => (await lstat(file).catch(() => null)) !== null;

/** The first signal stops the work at its next checkpoint, the second one ends the process. */
async function untilStopped<T>(stopping: () => void, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const stop = () => {
    stopping();
    ending.abort();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(ending.signal);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}
