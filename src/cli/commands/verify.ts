import { type Command, InvalidArgumentError } from "commander";
import { formatCount } from "#domain/text";
import type { Output } from "../outputs";
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
      if (json === true) console.log(JSON.stringify(found, null, 2));
      else for (const line of linesOf(found)) console.log(line);
    });
}

function* linesOf(found: Output<"verification">): Generator<string> {
  const { asset, assets, rows, differing, differences, pending } = found;
  const about = asset ?? formatCount(assets, "asset");
  if (pending > 0) {
    yield `${formatCount(pending, "asset")} with changed observations ${pending === 1 ? "has" : "have"} not been derived yet: the next import or start of the server completes this.`;
  }
  if (differing === 0) {
    yield `${about}: ${formatCount(rows, "figure")} computed again, all as served.`;
    return;
  }
  for (const { subject, metric, day, served, computed, table } of differences) {
    const value = (one: number | null) => (one === null ? "nothing" : String(one));
    const what = table === "daily" ? day : `current value of ${day}`;
    const same = served === computed ? ", which differ in their marks or past values" : "";
    yield `${subject}, ${metric}, ${what}: served ${value(served)}, computed ${value(computed)}${same}`;
  }
  const rest = differing - differences.length;
  if (rest > 0) yield `… and ${rest.toLocaleString("en-US")} more (--limit lists them).`;
  yield `${about}: ${formatCount(differing, "figure")} of ${rows.toLocaleString("en-US")} ${differing === 1 ? "differs" : "differ"} from what the observations give.`;
}
