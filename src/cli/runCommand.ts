/**
 * The way from a command's definition to its work. Help and mistakes in typing load definitions only; what a
 * command needs is loaded once it runs.
 */
import type { Output, OutputName } from "./outputs";
import type { TerminalCommand } from "./runInTerminal";

/** Runs an operation and returns its checked answer. */
export async function runCommand<Name extends OutputName>(
  command: TerminalCommand<Name>,
): Promise<Output<Name>> {
  const { runInTerminal } = await import("./runInTerminal");
  return runInTerminal(command);
}
