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
export { createLog } from "./createLogLater";
export { runOperation } from "./operations/runOperation";
export { type ServeOptions, serve } from "./serveLater";
