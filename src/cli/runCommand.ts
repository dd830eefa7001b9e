/**
 * Runs a command's operation. Help and usage errors load only the definitions; a
 * command's dependencies are loaded when it runs.
 */
import type { Output, OutputName } from "./outputs";
import type { TerminalCommand } from "./runInTerminal";

/** Runs an operation and returns its validated result. */
export async function runCommand<Name extends OutputName>(
  command: TerminalCommand<Name>,
): Promise<Output<Name>> {
  const { runInTerminal } = await import("./runInTerminal");
  return runInTerminal(command);
}
