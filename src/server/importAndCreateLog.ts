import type { DestinationStream, Logger } from "pino";
import type { Configuration } from "./configuration/configuration";

/** As `createLog`, loaded when called: a command that a running server carries out logs nothing of its own. */
export async function importAndCreateLog(
  configuration: Configuration,
  destination?: DestinationStream,
): Promise<Logger> {
  const { createLog: create } = await import("./createLog");
  return create(configuration, destination);
}
