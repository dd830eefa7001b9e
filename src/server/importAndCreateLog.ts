import type { DestinationStream, Logger } from "pino";
import type { Configuration } from "./configuration/configuration";

/** As `createLog`, loaded on demand: a command that a running server carries out logs nothing itself. */
export async function importAndCreateLog(
  configuration: Configuration,
  destination?: DestinationStream,
): Promise<Logger> {
  const { createLog: create } = await import("./createLog");
  return create(configuration, destination);
}
