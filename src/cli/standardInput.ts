import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import type { Command } from "commander";

/** Commands that read standard input. `import` closes it after reading its files. */
const readers: ReadonlySet<string> = new Set(["mcp", "import"]);

/**
 * Replaces standard input with an empty file. The embedded engine reads descriptor 0 with every insert: data there makes the
 * insert fail, and is lost to its intended reader. Call this while no file is being opened: an opened
 * file gets the lowest free descriptor.
 */
export function closeStandardInput(): void {
  closeSync(0);
  openSync(devNull, "r");
}

/** Closes standard input before any command that does not read it. */
export function detachStandardInput(program: Command): void {
  program.hook("preAction", (_program, command) => {
    if (!readers.has(command.name())) closeStandardInput();
  });
}
