import { openSync } from "node:fs";
import type { ReadStream } from "node:tty";
import type { Command } from "commander";
import { PreconditionError } from "#domain/errors";
import { formatCount } from "#domain/text";
import type { Output } from "../outputs";
import { runCommand } from "../runCommand";

interface UndoOptions {
  from?: string;
  to?: string;
  metric?: string[];
  entity?: string[];
  yes?: boolean;
}

/** `cadastre imports list` and `cadastre imports undo`. */
export function addImportsCommands(program: Command, root: string): void {
  const imports = program.command("imports").description("What was imported, and taking it back.");
  imports
    .command("list")
    .description(
      "List sources of imported figures, newest first: id, name, source, time, rows, figures and who imported them.",
    )
    .action(async () => {
      const list = await runCommand({ root, operation: "imports.list", input: {}, output: "importList" });
      if (list.length === 0) console.log("Nothing has been imported yet.");
      for (const one of list) console.log(importLine(one));
    });

  addUndoCommand(imports, root);
}

/** Also a command of `cadastre import`, where one looks for it. */
export function addUndoCommand(parent: Command, root: string): void {
  parent
    .command("undo")
    .description(
      "Take back the figures that a file, feed or source reported, all or some. Shows first what will change, and asks.",
    )
    .argument("<source>", "file name, id (imports list), or name of a source")
    .option("--from <day>", "only days from this one on, such as 2026-01-31")
    .option("--to <day>", "only days up to this one")
    .option("--metric <names...>", "only these metrics")
    .option("--entity <names...>", "only these assets, each with its tokens, or tokens")
    .option("-y, --yes", "do not ask")
    .addHelpText(
      "after",
      `
Removed are the figures that are stored under the source now. Figures of other sources for the same days are shown
again; earlier files of the same source, which it had replaced, are not: import them again with --again.
An asset without any imported figure shows sample figures again. The audit log records the command.

Without a terminal to ask on, the command shows what would change and exits with code 1, unless --yes is given.`,
    )
    .action(async (source: string, options: UndoOptions) => {
      const input = {
        source,
        from: options.from ?? null,
        to: options.to ?? null,
        metrics: options.metric ?? [],
        entities: options.entity ?? [],
      };
      const { summary, sourceIds, observations } = await runCommand({
        root,
        operation: "imports.preview",
        input,
        output: "undoPreview",
      });
      console.log(summary);
      if (observations === 0) return;
      if (
        options.yes !== true &&
        !(await isConfirmed("Remove these figures? [y/N] ", "Nothing was removed"))
      ) {
        console.log("Nothing was removed.");
        return;
      }
      const { message } = await runCommand({
        root,
        operation: "imports.undo",
        input: { ...input, sourceIds, observations },
        output: "message",
      });
      console.log(message);
    });
}

function importLine(one: Output<"importList">[number]): string {
  const count = (value: number | null) => (value === null ? "?" : value.toLocaleString("en-US"));
  const rows = (value: number | null) => (value === null ? "? rows" : formatCount(value, "row"));
  const { firstDay, lastDay, undone } = one;
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  const facts = [
    one.provider,
    `${one.importedAt.slice(0, 16).replace("T", " ")} UTC`,
    ...(one.rowsRead === null
      ? []
      : [`${rows(one.rowsRead)}, ${count(one.accepted)} accepted, ${rows(one.rowsRejected)} rejected`]),
    one.values === 0
      ? "no stored figures"
      : `${formatCount(one.values, "figure")}, ${days}, ${formatCount(one.entities, "entity", "entities")}, ${formatCount(one.metrics, "metric")}`,
    ...(one.by === null ? [] : [`by ${one.by}`]),
    ...(undone === null ? [] : [`${undone.isWhole ? "taken back" : "taken back in part"} on ${undone.day}`]),
  ];
  return `${String(one.id).padStart(10)}  ${printable(one.name)}  (${facts.join("; ")})`;
}

/** Without characters that a terminal would interpret: names come from files. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "\ufffd");

/**
 * Prompts on the terminal of the process: standard input is closed, since the embedded engine reads it.
 * @param otherwise what is the case without an answer
 * @throws PreconditionError without a terminal
 */
export async function isConfirmed(question: string, otherwise: string): Promise<boolean> {
  const input = process.stderr.isTTY ? await openTerminal() : null;
  if (input === null) {
    throw new PreconditionError(`${otherwise}: there is no terminal to ask on. Confirm with --yes.`);
  }
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
    input.destroy();
  }
}

async function openTerminal(): Promise<ReadStream | null> {
  const { ReadStream } = await import("node:tty");
  try {
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return null;
  }
}
