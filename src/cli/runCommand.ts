/**
 * Runs a command's operation. Help and usage errors load only the definitions; a
 * command's dependencies are loaded when it runs.
 */
import type { Output, OutputName } from "./outputs";
import type { TerminalCommand } from "./runInTerminal";
import { maskStandardError } from "./standardError";

/**
 * Reads the settings of this command: options override the environment, which overrides the settings file. Also masks passwords
 * of the settings file in standard error from then on.
 * @param root folder of the program
 * @throws InvalidError that names each invalid setting
 */
export async function loadConfiguration(
  root: string,
  options: Readonly<Record<string, string | undefined>> = {},
) {
  const { readConfiguration, readSettings } = await import("#server");
  const settings = readSettings({ root, environment: process.env, options });
  maskStandardError(settings.variables);
  return readConfiguration(settings.variables, root, settings);
}

/** Runs an operation and returns its validated result. */
export async function runCommand<Name extends OutputName>(
  command: TerminalCommand<Name>,
): Promise<Output<Name>> {
  const { runInTerminal } = await import("./runInTerminal");
  return runInTerminal(command);
}
