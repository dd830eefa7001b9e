/** Output of errors on standard error, by commands, libraries and the end of the process. */
import { DomainError, errorLines, maskSecrets, secretsOf } from "#domain/errors";

/** Masks passwords of the settings in everything that this process writes to standard error. */
export function maskStandardError(settings: Readonly<Record<string, string | undefined>>): void {
  const secrets = secretsOf(settings);
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  const masked = (chunk: unknown) => (typeof chunk === "string" ? maskSecrets(chunk, secrets) : chunk);
  stderr.write = new Proxy(write, {
    apply: (target, _, [chunk, ...rest]) => Reflect.apply(target, stderr, [masked(chunk), ...rest]),
  });
}

/** Prints uncaught errors with `printError` before the process exits; the engine would also print their properties. */
export function exitOnUnexpectedErrors(): void {
  process.on("uncaughtException", (error) => {
    printError(error);
    process.exit(1);
  });
}

/**
 * Ignores EPIPE, so that a command continues after the reader of its output exited, as in `cadastre quarantine
 * head -1`.
 */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Prints the message of a domain error, or any other error with its stack and causes. */
export function printError(error: unknown): void {
  process.stderr.write(`${error instanceof DomainError ? error.message : errorLines(error)}\n`);
}
