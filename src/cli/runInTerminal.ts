import { type Configuration, type MoveOptions, moveStore, runOperation } from "#server";
import { type Output, type OutputName, outputs } from "./outputs";
import { loadConfiguration } from "./runCommand";

export interface TerminalCommand<Name extends OutputName> {
  /** Folder of the program. */
  root: string;
  operation: string;
  input: unknown;
  /** Name of the operation's output schema. */
  output: Name;
}

/** Runs an operation with a progress bar on a terminal, or otherwise with progress lines. */
export async function runInTerminal<Name extends OutputName>({
  root,
  operation,
  input,
  output,
}: TerminalCommand<Name>): Promise<Output<Name>> {
  const configuration = await loadConfiguration(root);
  const progress = process.stderr.isTTY ? await progressBar() : progressLines();
  try {
    const answer = await runOperation({
      configuration,
      root,
      log: () => commandLog(configuration),
      name: operation,
      input,
      report: progress.report,
      // Standard output may be piped data.
      onInstallation: (description) => process.stderr.write(`${description}\n`),
      stopping: () => progress.pinMessage("Stopping after the current step"),
    });
    return outputs[output].parse(answer) as Output<Name>;
  } finally {
    progress.stop();
  }
}

/** Moves a store with its progress on the terminal. @returns what was copied, in sentences */
export async function moveInTerminal(
  root: string,
  move: Pick<MoveOptions, "kind" | "to" | "replace">,
): Promise<string> {
  const configuration = await loadConfiguration(root);
  const progress = process.stderr.isTTY ? await progressBar() : progressLines();
  try {
    return await moveStore({
      ...move,
      configuration,
      report: progress.report,
      onInstallation: (description) => process.stderr.write(`${description}\n`),
    });
  } finally {
    progress.stop();
  }
}

/** Logs only warnings, since commands print their own output. */
async function commandLog(configuration: Configuration) {
  const [{ importAndCreateLog }, { pino }] = await Promise.all([import("#server"), import("pino")]);
  const level = configuration.LOG_LEVEL === "info" ? "warn" : configuration.LOG_LEVEL;
  return importAndCreateLog({ ...configuration, LOG_LEVEL: level }, pino.destination(2));
}

interface Progress {
  report: (share: number, message: string) => void;
  /** Shows a message for the rest of the operation. */
  pinMessage: (message: string) => void;
  stop: () => void;
}

async function progressBar(): Promise<Progress> {
  const { SingleBar } = await import("cli-progress");
  const bar = new SingleBar({
    format: "{bar} {percentage}% {message}",
    stream: process.stderr,
    // The message stands beside the bar, and what does not fit is cut off.
    barsize: Math.max(10, Math.min(40, (process.stderr.columns ?? 80) - 70)),
    hideCursor: true,
    clearOnComplete: true,
  });
  let started = false;
  let pinned: string | null = null;
  return {
    report: (share, reported) => {
      const message = pinned ?? reported;
      if (!started) bar.start(100, 0, { message });
      started = true;
      bar.update(Math.floor(share * 100), { message });
    },
    pinMessage: (message) => {
      pinned = message;
      if (started) bar.update({ message });
      else process.stderr.write(`${message}\n`);
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}

/** Prints one line per tenth, so that logs show progress without many lines. */
function progressLines(): Progress {
  let tenth = -1;
  return {
    report: (share, message) => {
      const now = Math.floor(share * 10);
      if (now === tenth) return;
      tenth = now;
      process.stderr.write(`${Math.floor(share * 100)}% ${message}\n`);
    },
    pinMessage: (message) => process.stderr.write(`${message}\n`),
    stop: () => undefined,
  };
}
