import { format } from "node:util";
import type { Logger } from "pino";

/**
 * Redirects the console output of libraries to the log: they print errors with the values of statements,
 * requests and options, which the log masks.
 */
export function libraryOutputToLog(log: Logger): void {
  const to =
    (level: "error" | "warn" | "debug") =>
    (...printed: unknown[]) => {
      const error = printed.find((part) => part instanceof Error);
      const words = format(...printed.filter((part) => !(part instanceof Error)));
      log[level](error === undefined ? {} : { err: error }, words === "" ? "Library warning" : words);
    };
  Object.assign(console, { error: to("error"), warn: to("warn"), info: to("debug"), log: to("debug") });
}
