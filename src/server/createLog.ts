import pino, { type DestinationStream, type Logger } from "pino";
import pretty from "pino-pretty";
import { errorForLog, maskSecrets, secretsOf } from "#domain/errors";
import type { Configuration } from "./configuration/configuration";

/**
 * The log of the running product: readable lines on a terminal, JSON lines otherwise. Passwords of the
 * settings are masked in every error.
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

/** Written synchronously, so that the last line before an exit is not lost. */
const terminal = () => pretty({ sync: true, translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname" });

/** A full disk or a closed pipe loses log lines but does not end the process. */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: true });
  stream.on("error", () => undefined);
  return stream;
}
