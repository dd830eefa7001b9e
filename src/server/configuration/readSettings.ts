import { lstatSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { InvalidError } from "#domain/errors";
import { quoted } from "#domain/text";
import { configurationSchema } from "./configuration";

/** Name of the settings file in the current folder or the folder of the program. */
export const SETTINGS_FILE = "cadastre.env";

/** Variable that names another settings file, or `off` to read none. */
export const SETTINGS_VARIABLE = "CADASTRE_SETTINGS";

/** Settings that are paths; relative ones in a settings file start at the folder of the file. */
const pathSettings = ["DATA_DIR", "CATALOG_DIR"] as const;

/** Where the value of a setting comes from. Settings without an origin have their default. */
export type SettingOrigin = "option" | "environment" | "settings file";

export interface Settings {
  /** Options of the command over variables of the environment over the settings file. */
  variables: Readonly<Record<string, string | undefined>>;
  origins: ReadonlyMap<string, SettingOrigin>;
  /** Absolute path of the settings file; null without one. */
  file: string | null;
}

export interface ReadSettingsOptions {
  /** Folder of the program. */
  root: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Settings given as options of the command. */
  options?: Readonly<Record<string, string | undefined>>;
  /** Default: the current folder of the process. */
  currentFolder?: string;
}

/**
 * Reads settings from the environment and the settings file: the file named by CADASTRE_SETTINGS, otherwise
 * `cadastre.env` in the current folder or, if there is none, in the folder of the program. Empty values count as not set.
 * @throws InvalidError if the file cannot be read, has an invalid line or a name that is not a setting
 */
export function readSettings({
  root,
  environment,
  options = {},
  currentFolder = process.cwd(),
}: ReadSettingsOptions): Settings {
  const file = findSettingsFile({ root, environment, currentFolder });
  const fromFile = file === null ? {} : parseSettingsFile(file);
  const layers = [
    ["settings file", fromFile],
    ["environment", environment],
    ["option", options],
  ] as const;
  const variables: Record<string, string | undefined> = {};
  const origins = new Map<string, SettingOrigin>();
  // The folder of the settings file is the installation's: its data folder is there by default.
  if (file !== null) variables.DATA_DIR = path.join(path.dirname(file), "data");
  for (const [origin, layer] of layers) {
    for (const [name, value] of Object.entries(layer)) {
      if (value === undefined || value === "") continue;
      variables[name] = value;
      if (Object.hasOwn(configurationSchema.shape, name)) origins.set(name, origin);
    }
  }
  return { variables, origins, file };
}

function findSettingsFile({
  root,
  environment,
  currentFolder,
}: Required<Pick<ReadSettingsOptions, "root" | "environment" | "currentFolder">>): string | null {
  const named = environment[SETTINGS_VARIABLE] ?? "";
  if (named === "off") return null;
  if (named !== "") return path.resolve(currentFolder, named);
  const found = [currentFolder, root]
    .map((folder) => path.join(folder, SETTINGS_FILE))
    .find((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  if (found !== undefined) assertOwned(found);
  return found ?? null;
}

/** In a shared folder such as /tmp, the settings file could be another user's. */
function assertOwned(file: string): void {
  const owner = statSync(file, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user || owner === 0) return;
  throw new InvalidError(
    `The settings file ${file} belongs to another user (uid ${owner}). To use it, set ${SETTINGS_VARIABLE}=${file}; to ignore it, set ${SETTINGS_VARIABLE}=off.`,
  );
}

function parseSettingsFile(file: string): Record<string, string> {
  const text = readText(file).replace(/^\uFEFF/, "");
  const settings: Record<string, string> = {};
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line === "" || line.startsWith("#")) continue;
    const where = `The settings file ${file} is invalid: line ${index + 1}`;
    const [, name = ""] = /^(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
    if (name === "" || hasOpenQuote(line)) {
      throw new InvalidError(`${where} is not NAME=value on one line. See docs/configuration.md.`);
    }
    if (!Object.hasOwn(configurationSchema.shape, name)) {
      throw new InvalidError(`${where}: ${quoted(name)} is not a setting. See docs/configuration.md.`);
    }
    if (Object.hasOwn(settings, name)) throw new InvalidError(`${where} sets ${name} again.`);
    settings[name] = parseEnv(line)[name] ?? "";
  }
  for (const name of pathSettings) {
    const value = settings[name] ?? "";
    if (value !== "") settings[name] = path.resolve(path.dirname(file), value);
  }
  return settings;
}

/** Whether the value starts with a quote that the line does not close. */
const hasOpenQuote = (line: string) => {
  const value = line.slice(line.indexOf("=") + 1).trim();
  const quote = value[0] ?? "";
  return /["'`]/.test(quote) && !value.includes(quote, 1);
};

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidError(`The settings file ${file} cannot be read: ${reason}`, [], { cause });
  }
}
