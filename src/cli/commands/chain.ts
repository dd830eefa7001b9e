import type { Command } from "commander";
import { parseNumber } from "../parseNumber";

const networksWords = "slugs of networks; default: all that RPC_ENDPOINTS names";
const tokenWords = "address of a contract or slug of an asset; default: all";

/** `cadastre chain` and its commands, whose work is in `chainActions.ts`. */
export function addChainCommands(program: Command, root: string): void {
  const actions = () => import("./chainActions");
  const chain = program
    .command("chain")
    .description("Transfers of tokens, read from nodes of their networks.");
  chain
    .command("sync")
    .description(
      "Read the transfers of final blocks that are missing, and publish the figures of days that are complete.",
    )
    .argument("[networks...]", networksWords)
    .option("--include-paused", "also read networks that were paused")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
The server does the same every hour. What was read stays if the command is interrupted: the next one continues.
The present day has no figures before it is over. Exits with code 1 if a network could not be read.`,
    )
    .action(async (networks, options) => (await actions()).syncChain(root, networks, options));
  chain
    .command("plan")
    .description("Estimate the requests and the time of reading what is missing, by a few trial requests.")
    .argument("[networks...]", networksWords)
    .option("--quota <calls>", "calls that a provider allows", parseNumber)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Nothing is read into the ledger; the limits that endpoints state are remembered. Exits with code 1 if no endpoint of a
network can be used, or the quota does not last.`,
    )
    .action(async (networks, options) => (await actions()).planChain(root, networks, options));
  chain
    .command("status")
    .description("Show what has been read of each token, and the last day with figures.")
    .argument("[networks...]", networksWords)
    .option("--json", "print the result as JSON")
    .action(async (networks, options) => (await actions()).showStatus(root, networks, options));
  chain
    .command("verify")
    .description(
      "Compare supply and balances with what contracts state, and ranges of blocks with another reading.",
    )
    .argument("[token]", tokenWords)
    .option("--ranges <number>", "ranges of each token to read again", parseNumber, 5)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Nothing is changed. Contracts are read at the last block that was read, whose state nodes without an archive keep for
minutes to hours: run it soon after cadastre chain sync. Exits with code 1 if anything differs or could not be compared.`,
    )
    .action(async (token, options) => (await actions()).verifyChain(root, token, options));
  chain
    .command("rewind")
    .description("Forget what was read from a block on. The next cadastre chain sync reads it again.")
    .argument("<network>", "slug of a network")
    .argument("<block>", "first block to read again", parseNumber)
    .argument("[token]", tokenWords)
    .addHelpText(
      "after",
      `
Published figures stay as they are until the blocks have been read again.`,
    )
    .action(async (network, block, token = null) =>
      (await actions()).rewindChain(root, { network, block, token }),
    );
  for (const [name, description] of [
    ["pause", "Stop reading a network, now and in the hourly job, until it is resumed."],
    ["resume", "Read a paused network again, from the next hour on."],
  ] as const) {
    chain
      .command(name)
      .description(description)
      .argument("<network>", "slug of a network")
      .action(async (network) => (await actions()).pauseOrResume(root, name, network));
  }
}
