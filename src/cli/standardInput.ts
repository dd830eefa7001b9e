import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import type { Command } from "commander";

/** Commands that read standard input. `import` closes it when it has read its files. */
const readers: ReadonlySet<string> = new Set(["mcp", "import"]);

/**
 * Replaces standard input with an empty file. The embedded engine reads descriptor 0 with every insert: data there make the
 * insert fail, and are lost to the process that they were meant for. Call it while no file is being opened: a file that is
 * opened gets the lowest free descriptor.
 */
export function closeStandardInput(): void {
  closeSync(0);
  openSync(devNull, "r");
}

/** Closes standard input before any command runs that does not read it. */
export function detachStandardInput(program: Command): void {
  program.hook("preAction", (_program, command) => {
    if (!readers.has(command.name())) closeStandardInput();
  });
}
