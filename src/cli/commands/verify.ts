import { type Command, InvalidArgumentError } from "commander";
import { printResult } from "../printResult";
import { runCommand } from "../runCommand";

interface VerifyOptions {
  limit: number;
  json?: boolean;
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 0 || limit > 10_000) {
    throw new InvalidArgumentError("Enter a whole number from 0 to 10000.");
  }
  return limit;
}

export function addVerifyCommand(program: Command, root: string): void {
  program
    .command("verify")
    .description("Compute figures again from the stored observations, and compare them with those served.")
    .argument("[asset]", "slug or id of an asset; default: everything, including totals")
    .option("-l, --limit <number>", "differences to list", readLimit, 20)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Nothing is changed. Imports wait until it is done. Exits with code 1 if anything differs.`,
    )
    .action(async (asset: string | undefined, { limit, json }: VerifyOptions) => {
      const found = await runCommand({
        root,
        operation: "verify",
        input: { asset: asset ?? null, limit },
        output: "verification",
      });
      if (found.differing > 0) process.exitCode = 1;
      const { verifyLines } = await import("./verifyLines");
      printResult(found, { json, linesOf: verifyLines });
    });
}
