import path from "node:path";
import type { Command } from "commander";
import { parseNumber } from "../parseNumber";
import { runCommand } from "../runCommand";

export function addQuarantineCommand(program: Command, root: string): void {
  const quarantine = program
    .command("quarantine")
    .description("Print rows that imports rejected, as CSV: file, line, field, kind, reason, row.")
    .argument("[file]", "only rows of this file")
    .option("-l, --limit <number>", "maximum number of rows to print", parseNumber, 1000)
    .action(async (file: string | undefined, options: { limit: number }) => {
      const { rows, total, summary } = await runCommand({
        root,
        operation: "quarantine.list",
        input: { file: file === undefined ? null : path.basename(file), limit: options.limit },
        output: "quarantine",
      });
      const { howToSeeMore, rejectedRows } = await import("../rejectedRows");
      for (const line of rejectedRows(rows, { isTerminal: process.stdout.isTTY })) process.stdout.write(line);
      // On standard error, so that piped output remains CSV.
      if (summary !== "") process.stderr.write(`${summary}\n`);
      if (total > rows.length) {
        process.stderr.write(`${rows.length} of ${total} rows: ${howToSeeMore(total)}\n`);
      }
    });
  quarantine
    .command("purge")
    .description("Remove entries from the quarantine, warnings included. Stored figures are unchanged.")
    .option("--file <name>", "only entries of this file (default: all files)")
    .action(async (options: { file?: string }) => {
      const { message } = await runCommand({
        root,
        operation: "quarantine.purge",
        input: { file: options.file === undefined ? null : path.basename(options.file) },
        output: "message",
      });
      console.log(message);
    });
}
