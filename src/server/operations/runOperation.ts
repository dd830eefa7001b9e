import type { Logger } from "pino";
import { folderOwner } from "#stores";
import type { Configuration } from "../configuration/configuration";
import { callOwner } from "../control/callOwner";
import type { Report } from "./operation";

export interface RunOperationOptions {
  configuration: Configuration;
  /** Made once it is needed: a command that a running server does logs nothing here. */
  log: () => Promise<Logger>;
  name: string;
  input: unknown;
  report: Report;
  /** Told that the work was asked to end, which it does where the store is whole. */
  stopping: () => void;
}

/**
 * Runs an operation where it can run: in the server that owns the data folder,
 * if one is running, else here, with the stores opened for as long as it takes.
 */
export async function runOperation({
  configuration,
  log,
  name,
  input,
  report,
  stopping,
}: RunOperationOptions): Promise<unknown> {
  const owner = await folderOwner(configuration.DATA_DIR);
  if (owner !== null) {
    return untilStopped(stopping, (stop) => callOwner(owner.socket, name, input, report, stop));
  }
  const [{ openApplication }, { operationRunner }] = await Promise.all([
    import("../application"),
    import("./operations"),
  ]);
  const application = await openApplication({
    configuration,
    log: await log(),
    operations: operationRunner,
  });
  try {
    return await untilStopped(stopping, (stop) => {
      stop.addEventListener("abort", () => void application.writers.stop());
      return operationRunner(application)(name, input, report);
    });
  } finally {
    await application.close();
  }
}

/** The first signal to the process ends the work where it may end, the second one the process. */
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
