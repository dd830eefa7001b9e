import type { Command } from "commander";
import { runCommand } from "../runCommand";

export function addMemoryCommand(program: Command, root: string): void {
  program
    .command("memory")
    .description("Show the memory use of the running server (docs/operating.md).")
    .option("--json", "as JSON, in bytes")
    .action(async (options: { json?: boolean }) => {
      const parts = await runCommand({ root, operation: "memory.show", input: {}, output: "memory" });
      if (options.json) {
        console.log(JSON.stringify(parts));
        return;
      }
      const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(7)} MB`;
      for (const { group, name, bytes, bound } of parts) {
        const most = bound === null ? "" : `  at most ${(bound / 1e6).toFixed(0)} MB`;
        console.log(`${group.padEnd(10)}  ${name.padEnd(36)}  ${megabytes(bytes)}${most}`);
      }
    });
}
