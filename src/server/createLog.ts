import pino, { type Logger } from "pino";
import pretty from "pino-pretty";
import type { Configuration } from "./configuration/configuration";

/** The log of a running product: lines to read on a terminal, JSON lines for whatever collects them elsewhere. */
export const createLog = ({ LOG_LEVEL }: Pick<Configuration, "LOG_LEVEL">): Logger =>
  process.stdout.isTTY
    ? pino(
        { level: LOG_LEVEL },
        // Written at once: the last line before an end is the one that matters.
        pretty({ sync: true, translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname" }),
      )
    : pino({ level: LOG_LEVEL });
