/**
 * server: one Node process put together. Opens the application, serves it over HTTP, answers commands
 * over a local socket, and stops cleanly.
 */
export {
  type Configuration,
  configurationSchema,
  printableConfiguration,
  readConfiguration,
} from "./configuration/configuration";
export { readSettings } from "./configuration/readSettings";
export { createLog } from "./createLogLater";
export { type MoveOptions, moveStore } from "./moves/moveStoreLater";
export { runInServer, runOperation } from "./operations/runOperation";
export { describedSettings } from "./operations/showSettings";
export { type ServeOptions, serve } from "./serveLater";
