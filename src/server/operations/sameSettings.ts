import { realpath } from "node:fs/promises";
import { ConflictError } from "#domain/errors";
import { type Configuration, printableConfiguration, type SettingName } from "../configuration/configuration";

/** Settings that determine which stores a command acts on. */
const storeSettings: readonly SettingName[] = ["DATABASE_URL", "CLICKHOUSE_URL"];

/** The settings of a command that are not defaults, by name, as the server compares them. */
export const explicitSettings = (configuration: Configuration): Record<string, string> =>
  Object.fromEntries(
    [...configuration.origins.keys()].map((name) => [name, String(configuration[name as SettingName])]),
  );

/**
 * Rejects a command that expects other values of the settings it depends on than this process has.
 * @param settings of the command that are not defaults, by name
 * @param names settings that the operation depends on, in addition to the URLs of the stores
 * @throws ConflictError that names the setting, and both values unless they may contain a password
 */
export async function requireSameSettings(
  configuration: Configuration,
  settings: Readonly<Record<string, string>>,
  names: readonly SettingName[],
): Promise<void> {
  const shown = new Map(printableConfiguration(configuration));
  for (const name of [...storeSettings, ...names]) {
    const expected = settings[name];
    if (expected === undefined) continue;
    const actual = String(configuration[name] ?? "");
    if (expected === actual || (name.endsWith("_DIR") && (await isSameFolder(expected, actual)))) continue;
    const difference = storeSettings.includes(name)
      ? `The command's ${name} differs from that of the running server, ${shown.get(name)}.`
      : `The running server uses ${name}=${actual}, not ${expected}.`;
    throw new ConflictError(
      `${difference} To use another value, restart the server with it; otherwise, run the command without ${name}.`,
    );
  }
}

const isSameFolder = async (one: string, other: string) =>
  (await realFolder(one)) === (await realFolder(other));
const realFolder = (folder: string) => realpath(folder).catch(() => folder);
