import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { InvalidError } from "#domain/errors";
import { runCommand } from "../runCommand";
import { spoolInputs } from "../spoolInputs";
import { closeStandardInput } from "../standardInput";
import { addUndoCommand } from "./imports";

interface ImportFlags {
  source?: string;
  mapping?: string;
  again?: boolean;
  check?: boolean;
}

export function addImportCommand(program: Command, root: string): void {
  const command = program
    .command("import")
    // "help" can be the name of a file.
    .helpCommand(false)
    .usage("[options] <files...>")
    .description(
      "Import daily figures or investments from CSV, JSON Lines or Parquet files, plain or gzipped.",
    )
    .argument("<files...>", "files to import; - is standard input")
    .option("-s, --source <name>", "name of the source of the figures, such as an issuer or data vendor")
    .option("-m, --mapping <file>", "JSON file that describes the columns (docs/import.md)")
    .option("--check", "dry run: say what would be stored and rejected, and store nothing")
    .option("--again", "apply files that are stored already; they replace later corrections")
    .addHelpText(
      "after",
      `
Without a mapping, a file has the columns entity, metric, date and value:
  entity,metric,date,value
  usdc,price_dollar,2026-01-31,1.0001
  usdc-ethereum,total_supply_token,2026-01-31,41000000000
or the wide layout of a chart export: Timestamp,Date,Metric,<one column per asset>.
A file with the columns slug, name and opens_date lists investments (docs/import.md).

Invalid rows are quarantined with the reason ("cadastre quarantine"
prints them), and the command exits with code 2. A file that is stored already is not applied again without --again.

With --check, nothing is stored: the command prints the first rows as they would be stored, what would be rejected or
replaced, and a proposed mapping for a file that needs one. It exits with code 0 if everything would be stored, otherwise 1.

Later figures replace earlier ones of the same source. If two sources report the same figure, the
one named first in SOURCE_PRECEDENCE is shown, otherwise the one imported last (docs/import.md).`,
    )
    .action(async (files: string[], options: ImportFlags) => {
      const mapping = options.mapping === undefined ? null : await readMapping(options.mapping);
      const inputs = await spoolInputs(files, () => process.stdin);
      closeStandardInput();
      try {
        const isDryRun = options.check === true;
        const input = { files: inputs.files, source: options.source ?? null, mapping };
        const { summary, clean } = await runCommand({
          root,
          operation: isDryRun ? "import.check" : "import",
          input: isDryRun ? input : { ...input, again: options.again === true },
          output: "importReport",
        });
        console.log(summary);
        if (!clean) process.exitCode = isDryRun ? 1 : 2;
      } finally {
        await inputs.remove();
      }
    });
  addUndoCommand(command, root);
}

async function readMapping(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new InvalidError(`Cannot read the mapping ${file}: ${reasonOf(cause)}`, [], { cause });
  }
  let mapping: unknown;
  try {
    mapping = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new InvalidError(`The mapping ${file} is not valid JSON: ${reasonOf(cause)}`, [], { cause });
  }
  // Without a mapping the operation expects null, which is also a valid content of the file.
  if (mapping === null) throw new InvalidError(`The mapping ${file} is null: it must be an object`);
  return mapping;
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
