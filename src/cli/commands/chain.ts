import type { Command } from "commander";
import { formatCount } from "#domain/text";
import type { Output } from "../outputs";
import { runCommand } from "../runCommand";

/** `cadastre chain sync`. */
export function addChainCommands(program: Command, root: string): void {
  const chain = program
    .command("chain")
    .description("Transfers of tokens, read from nodes of their networks.");
  chain
    .command("sync")
    .description(
      "Read the transfers of final blocks that are missing, and publish the figures of days that are complete.",
    )
    .argument("[networks...]", "slugs of networks; default: all that RPC_ENDPOINTS names")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
The server does the same every hour. What was read stays if the command is interrupted: the next one continues.
The present day has no figures before it is over. Exits with code 1 if a network could not be read.`,
    )
    .action(async (networks: string[], { json }: { json?: boolean }) => {
      const report = await runCommand({
        root,
        operation: "chain.sync",
        input: { networks },
        output: "chainReport",
      });
      if (report.networks.some(({ error }) => error !== null)) process.exitCode = 1;
      if (json === true) console.log(JSON.stringify(report, null, 2));
      else for (const line of linesOf(report)) console.log(line);
    });
}

function* linesOf({ networks, figures }: Output<"chainReport">): Generator<string> {
  for (const one of networks) {
    const { network, tokens, blocks, transfers, finalBlock, lastDay, error, failures, skipped, notes } = one;
    yield `${network}: ${formatCount(tokens, "token")}, ${formatCount(transfers, "transfer")} in ${formatCount(blocks, "block")} read${
      finalBlock === null ? "" : `, up to block ${finalBlock.toLocaleString("en-US")}`
    }; figures ${lastDay === null ? "of no day yet" : `up to ${lastDay}`}.`;
    if (error !== null) yield `  Not read to the end: ${error}`;
    else for (const { endpoint, reason } of failures) yield `  ${endpoint} was not used: ${reason}`;
    for (const { label, reason } of notes) yield `  ${label}: ${reason}`;
    for (const { label, reason } of skipped) yield `  ${label} is not read: ${reason}`;
  }
  yield `${formatCount(figures, "figure")} new or changed.`;
}
