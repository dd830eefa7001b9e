/** The errors of the product, and their text for logs. */

export { errorForLog, errorLines } from "./errorForLog";
export * from "./errors";
export * from "./maskSecrets";
