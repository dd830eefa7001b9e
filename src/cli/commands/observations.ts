import type { Command } from "commander";
import type { Output } from "../outputs";
import { parseNumber } from "../parseNumber";
import { runCommand } from "../runCommand";
import { isConfirmed, printable } from "./imports";

interface SupersedeOptions {
  reason: string;
  source?: string;
  signature?: string;
  yes?: boolean;
}

/** `cadastre observations`: values that were marked as wrong. */
export function addObservationsCommands(program: Command, root: string): void {
  const observations = program
    .command("observations")
    .description("Single reported values: marking one as wrong, and taking that back.");

  observations
    .command("list")
    .description(
      "List values that were marked as wrong, newest first: id, value, reason, by whom and when, and whether the mark was lifted.",
    )
    .action(async () => {
      const marks = await runCommand({ root, operation: "observations.list", input: {}, output: "markList" });
      if (marks.length === 0) console.log("No value has been marked as wrong.");
      for (const mark of marks) console.log(markLines(mark));
    });

  observations
    .command("supersede")
    .description(
      "Mark one reported value as wrong. It is no longer used, and its explanation says why. Shows first what will change, and asks.",
    )
    .argument("<entity>", "asset or token, as in files")
    .argument("<metric>", "name of the metric, such as price_dollar")
    .argument("<day>", "its day, such as 2026-01-31")
    .requiredOption("-r, --reason <text>", "why it is wrong; readers see this with the figure")
    .option("-s, --source <name>", "the source that reported it, if several did")
    .option("--signature <name>", "how readers see who marked it (default: the operator)")
    .option("-y, --yes", "do not ask")
    .addHelpText(
      "after",
      `
The value is kept, and "cadastre observations restore" takes the mark back. The same value stays marked if it is imported
again; another value that its source reports later for the same day is used. Sample, carried and computed figures are not
reported values: mark the values that they come from.

Without a terminal to ask on, the command shows what would change and exits with code 1, unless --yes is given.`,
    )
    .action(async (entity: string, metric: string, date: string, options: SupersedeOptions) => {
      const request = { entity, metric, date, source: options.source ?? null };
      const { summary, value, source } = await runCommand({
        root,
        operation: "observations.preview",
        input: request,
        output: "supersedePreview",
      });
      console.log(printableLines(summary));
      const unchanged = "Nothing was marked";
      if (options.yes !== true && !(await isConfirmed("Mark this value as wrong? [y/N] ", unchanged))) {
        console.log(`${unchanged}.`);
        return;
      }
      const { message } = await runCommand({
        root,
        operation: "observations.supersede",
        input: { ...request, source, value, reason: options.reason, signature: options.signature ?? "" },
        output: "message",
      });
      console.log(message);
    });

  observations
    .command("restore")
    .description("Lift a mark: the value counts again.")
    .argument("<id>", "id of the mark (observations list)", parseNumber)
    .action(async (id: number) => {
      const { message } = await runCommand({
        root,
        operation: "observations.restore",
        input: { id },
        output: "message",
      });
      console.log(message);
    });
}

const printableLines = (text: string) => text.split("\n").map(printable).join("\n");

const minute = (time: string) => `${time.slice(0, 16).replace("T", " ")} UTC`;

function markLines(mark: Output<"markList">[number]): string {
  const { id, entity, isWhole, metric, date, value, source, file, reason, liftedAt, liftedBy } = mark;
  const states = {
    superseded: "superseded",
    corrected: `superseded; ${source} has since reported ${mark.corrected}`,
    gone: "its import was taken back",
    restored: `restored by ${liftedBy} on ${liftedAt === null ? "" : minute(liftedAt)}`,
  };
  const from = file === "" ? source : `${source}, ${file}`;
  return [
    `${String(id).padStart(17)}  ${metric} of ${entity}${isWhole ? " (whole asset)" : ""} on ${date}: ${value} (${from}; ${states[mark.state]})`,
    `${" ".repeat(19)}${reason} (${mark.markedBy}, ${minute(mark.markedAt)})`,
  ]
    .map(printable)
    .join("\n");
}
