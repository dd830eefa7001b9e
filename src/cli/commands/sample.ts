import type { Command } from "commander";
import { runCommand } from "../runCommand";

export function addSampleCommands(program: Command, root: string): void {
  const sample = program.command("sample").description("Sample data, marked as such wherever it is shown.");
  const add = (name: string, operation: string, description: string) =>
    sample
      .command(name)
      .description(description)
      .action(async () => {
        console.log((await runCommand({ root, operation, input: {}, output: "message" })).message);
      });
  add("load", "sample.load", "Generate sample data up to yesterday for every asset without real data.");
  add("clear", "sample.clear", "Remove all sample data; none is generated again until `sample load`.");
  add("status", "sample.status", "Show whether sample data is loaded.");
}
