import pino, { type DestinationStream, type Logger } from "pino";
import pretty from "pino-pretty";
import { errorForLog, maskSecrets, secretsOf } from "#domain";
import type { Configuration } from "./configuration/configuration";

/**
 * The log of a running product: lines to read on a terminal, JSON lines for whatever collects them elsewhere.
 * Passwords of the settings never reach it, in whatever error they come along.
 * @param destination default: standard output
 */
export function createLog(
  settings: Pick<Configuration, "LOG_LEVEL"> & Partial<Configuration>,
  destination?: DestinationStream,
): Logger {
  const { adminEmails: _, ...values } = settings;
  const secrets = secretsOf(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")])),
  );
  return pino(
    {
      level: settings.LOG_LEVEL,
      serializers: { err: errorForLog },
      hooks: { streamWrite: (line) => maskSecrets(line, secrets) },
    },
    destination ?? (process.stdout.isTTY ? terminal() : standardOutput()),
  );
}

/** Written at once: the last line before an end is the one that matters. */
const terminal = () => pretty({ sync: true, translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname" });

/** A full disk or a closed pipe behind the output loses lines; it does not end the product. */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: true });
  stream.on("error", () => undefined);
  return stream;
}
