/** Python 3.11 or later. */
import { spawnSync } from "node:child_process";
import { aptInstall, missingProgram } from "./externalPrograms";

const commands = ["python3", "/usr/bin/python3"];
const isTrue = (command: string, expression: string): boolean =>
  spawnSync(command, ["-c", `import sys, importlib.util as i; sys.exit(not (${expression}))`]).status === 0;
const isRecent = (command: string) => isTrue(command, "sys.version_info >= (3, 11)");
const builds = (command: string) =>
  isRecent(command) && isTrue(command, "all(map(i.find_spec, ('pip', 'setuptools', 'wheel')))");

/** The command of a Python that runs programs, or null. */
export function findPython(): string | null {
  const find = () => commands.find(isRecent) ?? null;
  return find() ?? (aptInstall("python3") ? find() : null) ?? missingProgram(PYTHON_MISSING);
}

/** The command of a Python that can build packages from source, or null. */
export function findPackager(): string | null {
  const find = () => commands.find(builds) ?? null;
  const install = () => aptInstall("python3", "python3-pip", "python3-setuptools", "python3-wheel");
  return find() ?? (install() ? find() : null) ?? missingProgram(PACKAGER_MISSING);
}

/** The skip message if `findPython` returns null. */
export const PYTHON_MISSING = "no Python 3.11 found; install it (apt-get install python3)";

/** The skip message if `findPackager` returns null. */
export const PACKAGER_MISSING =
  "no Python with pip, setuptools and wheel found; install them (apt-get install python3-pip python3-setuptools python3-wheel)";
