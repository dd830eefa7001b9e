import { maskStandardError } from "./standardError";

/**
 * Reads the settings of this command: its options over the environment over the settings file. From then on, passwords
 * of the settings file are masked in standard error too.
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
