/**
 * server: one Node process. Opens the application, serves it over HTTP, runs commands over a local socket,
 * and stops cleanly.
 */
export {
  type Configuration,
  configurationSchema,
  printableConfiguration,
  readConfiguration,
} from "./configuration/configuration";
export { readSettings } from "./configuration/readSettings";
export { importAndCreateLog, importAndServe, type ServeOptions } from "./importAndServe";
export { type MoveOptions, moveStore } from "./moves/importAndMoveStore";
export { describedSettings } from "./operations/operations";
export { runInServer, runOperation } from "./operations/runOperation";
