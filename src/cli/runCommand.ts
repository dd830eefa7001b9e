import { SingleBar } from "cli-progress";
import pino from "pino";
import { type Configuration, readConfiguration, runOperation } from "#server";

/** Runs an operation with a progress bar on the terminal, or with lines where there is none. */
export async function runCommand(root: string, name: string, input: unknown): Promise<unknown> {
  const configuration = readConfiguration(process.env, root);
  const progress = process.stderr.isTTY ? progressBar() : progressLines();
  try {
    return await runOperation({
      configuration,
      log: commandLog(configuration),
      name,
      input,
      report: progress.report,
    });
  } finally {
    progress.stop();
  }
}

/** Commands speak through their own output; only warnings of the rooms below reach the terminal. */
const commandLog = (configuration: Configuration) =>
  pino({ level: configuration.LOG_LEVEL === "info" ? "warn" : configuration.LOG_LEVEL }, pino.destination(2));

interface Progress {
  report: (share: number, message: string) => void;
  stop: () => void;
}

function progressBar(): Progress {
  const bar = new SingleBar({
    format: "{bar} {percentage}% {message}",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  let started = false;
  return {
    report: (share, message) => {
      if (!started) bar.start(100, 0, { message });
      started = true;
      bar.update(Math.floor(share * 100), { message });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}

/** One line per tenth done, so that a log shows life without drowning. */
function progressLines(): Progress {
  let tenth = -1;
  return {
    report: (share, message) => {
      const now = Math.floor(share * 10);
      if (now === tenth) return;
      tenth = now;
      process.stderr.write(`${Math.floor(share * 100)}% ${message}\n`);
    },
    stop: () => undefined,
  };
}
