/** The work of `cadastre chain`; loaded when a command runs, since help loads only definitions. */
import { printResult } from "../printResult";
import { runCommand } from "../runCommand";
import { planLines, reportLines, statusLines, verificationLines } from "./chainLines";

interface Printed {
  json?: boolean;
}

export async function syncChain(
  root: string,
  networks: string[],
  { includePaused: isPauseIgnored = false, json }: Printed & { includePaused?: boolean },
): Promise<void> {
  const input = { networks, isPauseIgnored };
  const report = await runCommand({ root, operation: "chain.sync", input, output: "chainReport" });
  if (report.networks.some(({ error }) => error !== null)) process.exitCode = 1;
  printResult(report, { json, linesOf: reportLines });
}

export async function planChain(
  root: string,
  networks: string[],
  { quota = null, json }: Printed & { quota?: number | null },
): Promise<void> {
  const input = { networks, quota };
  const plan = await runCommand({ root, operation: "chain.plan", input, output: "chainPlan" });
  const isPossible = plan.networks.every(({ endpoints }) => endpoints.some(({ lasts }) => lasts !== false));
  if (!isPossible) process.exitCode = 1;
  printResult(plan, { json, linesOf: planLines });
}

export async function showStatus(root: string, networks: string[], { json }: Printed): Promise<void> {
  const input = { networks };
  const status = await runCommand({ root, operation: "chain.status", input, output: "chainStatus" });
  printResult(status, { json, linesOf: statusLines });
}

export async function verifyChain(
  root: string,
  token: string | undefined,
  { ranges, json }: Printed & { ranges: number },
): Promise<void> {
  const input = { token: token ?? null, ranges };
  const found = await runCommand({ root, operation: "chain.verify", input, output: "chainVerification" });
  if (found.tokens.some(({ isVerified, problems }) => !isVerified || problems.length > 0))
    process.exitCode = 1;
  printResult(found, { json, linesOf: verificationLines });
}

export async function rewindChain(
  root: string,
  input: { network: string; block: number; token: string | null },
): Promise<void> {
  const { tokens } = await runCommand({ root, operation: "chain.rewind", input, output: "rewound" });
  if (tokens.length === 0) console.log("Nothing has been read from this block on.");
  for (const { token, from } of tokens) {
    console.log(`${token}: blocks from ${from.toLocaleString("en-US")} on are read again.`);
  }
}

export async function pauseOrResume(root: string, name: string, network: string): Promise<void> {
  const operation = `chain.${name}`;
  const { message } = await runCommand({ root, operation, input: { network }, output: "message" });
  console.log(message);
}
