import type { Command } from "commander";
import { parseNumber } from "../parseNumber";
import { printResult } from "../printResult";
import { runCommand } from "../runCommand";

/** `cadastre chain sync`, `status`, `verify` and `rewind`. */
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
      const { reportLines } = await import("./chainLines");
      printResult(report, { json, linesOf: reportLines });
    });
  chain
    .command("status")
    .description("Show what has been read of each token, and the last day with figures.")
    .argument("[networks...]", "slugs of networks; default: all that RPC_ENDPOINTS names")
    .option("--json", "print the result as JSON")
    .action(async (networks: string[], { json }: { json?: boolean }) => {
      const status = await runCommand({
        root,
        operation: "chain.status",
        input: { networks },
        output: "chainStatus",
      });
      const { statusLines } = await import("./chainLines");
      printResult(status, { json, linesOf: statusLines });
    });
  chain
    .command("verify")
    .description(
      "Compare supply and balances with what contracts state, and ranges of blocks with another reading.",
    )
    .argument("[token]", "address of a contract or slug of an asset; default: all")
    .option("--ranges <number>", "ranges of each token to read again", parseNumber, 5)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Nothing is changed. Contracts are read at the last block that was read, whose state nodes without an archive keep for
minutes to hours: run it soon after cadastre chain sync. Exits with code 1 if anything differs or could not be compared.`,
    )
    .action(async (token: string | undefined, { ranges, json }: { ranges: number; json?: boolean }) => {
      const found = await runCommand({
        root,
        operation: "chain.verify",
        input: { token: token ?? null, ranges },
        output: "chainVerification",
      });
      if (found.tokens.some(({ isVerified, problems }) => !isVerified || problems.length > 0))
        process.exitCode = 1;
      const { verificationLines } = await import("./chainLines");
      printResult(found, { json, linesOf: verificationLines });
    });
  chain
    .command("rewind")
    .description("Forget what was read from a block on. The next cadastre chain sync reads it again.")
    .argument("<network>", "slug of a network")
    .argument("<block>", "first block to read again", parseNumber)
    .argument("[token]", "address of a contract or slug of an asset; default: all")
    .addHelpText(
      "after",
      `
Published figures stay as they are until the blocks have been read again.`,
    )
    .action(async (network: string, block: number, token: string | undefined) => {
      const { tokens } = await runCommand({
        root,
        operation: "chain.rewind",
        input: { network, block, token: token ?? null },
        output: "rewound",
      });
      if (tokens.length === 0) console.log("Nothing has been read from this block on.");
      for (const { token, from } of tokens) {
        console.log(`${token}: blocks from ${from.toLocaleString("en-US")} on are read again.`);
      }
    });
}
