import path from "node:path";
import type { Command } from "commander";
import { runCommand } from "../runCommand";
import { quarantineSchema } from "./outputs";

export function addQuarantineCommand(program: Command, root: string): void {
  program
    .command("quarantine")
    .description("Print the rows that imports refused, as CSV: file, line, field, reason, row.")
    .argument("[file]", "only those of this file")
    .option("-l, --limit <number>", "rows to print at most", "1000")
    .action(async (file: string | undefined, options: { limit: string }) => {
      const output = await runCommand(root, "quarantine.list", {
        file: file === undefined ? null : path.basename(file),
        limit: Number(options.limit),
      });
      const { rows, total } = quarantineSchema.parse(output);
      console.log("file,line,field,reason,row");
      for (const { file: name, line, field, reason, row } of rows) {
        console.log([name, String(line), field, reason, row].map(quoted).join(","));
      }
      if (total > rows.length) {
        process.stderr.write(`${rows.length} of ${total} rows: --limit ${total} prints all.\n`);
      }
    });
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
