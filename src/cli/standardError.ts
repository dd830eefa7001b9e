/** What a command says of errors, whoever prints it: ourselves, a library, or the end of the process. */
import { DomainError, errorLines, maskSecrets, secretsOf } from "#domain";

/** Keeps passwords of the settings out of everything that this process writes to standard error. */
export function maskStandardError(settings: Readonly<Record<string, string | undefined>>): void {
  const secrets = secretsOf(settings);
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  const masked = (chunk: unknown) => (typeof chunk === "string" ? maskSecrets(chunk, secrets) : chunk);
  stderr.write = new Proxy(write, {
    apply: (target, _, [chunk, ...rest]) => Reflect.apply(target, stderr, [masked(chunk), ...rest]),
  });
}

/** Ends the process in our words where the engine would print an error with all that hangs on it. */
export function exitOnUnexpectedErrors(): void {
  process.on("uncaughtException", (error) => {
    printError(error);
    process.exit(1);
  });
}

/** Keeps a command running when the reader of its output has ended, as in `cadastre quarantine | head -1`. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** A mistake of the user's in its words; anything else with its stack and causes. */
export function printError(error: unknown): void {
  process.stderr.write(`${error instanceof DomainError ? error.message : errorLines(error)}\n`);
}
