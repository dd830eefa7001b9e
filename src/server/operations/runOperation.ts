import type { Logger } from "pino";
import { folderOwner } from "#stores";
import { openApplication } from "../application";
import type { Configuration } from "../configuration/configuration";
import { callOwner } from "../control/callOwner";
import type { Report } from "./operation";
import { operationRunner } from "./operations";

export interface RunOperationOptions {
  configuration: Configuration;
  log: Logger;
  name: string;
  input: unknown;
  report: Report;
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
}: RunOperationOptions): Promise<unknown> {
  const owner = await folderOwner(configuration.DATA_DIR);
  if (owner !== null) return callOwner(owner.socket, name, input, report);
  const application = await openApplication({ configuration, log, operations: operationRunner });
  try {
    return await operationRunner(application)(name, input, report);
  } finally {
    await application.close();
  }
}
