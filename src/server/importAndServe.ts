import type { DestinationStream, Logger } from "pino";
import type { Configuration } from "./configuration/configuration";
import type { ServeOptions } from "./serve";

/** As `createLog`, loaded on demand: a command that a running server carries out logs nothing itself. */
export async function importAndCreateLog(
  configuration: Configuration,
  destination?: DestinationStream,
): Promise<Logger> {
  const { createLog: create } = await import("./createLog");
  return create(configuration, destination);
}

export type { ServeOptions };

/** Serves until a signal arrives. Loaded on demand, since most commands do not need it. */
export async function importAndServe(options: ServeOptions): Promise<void> {
  const { serve: start } = await import("./serve");
  return start(options);
}
