import type { Command } from "commander";
import { runCommand } from "../runCommand";

export function addSampleCommands(program: Command, root: string): void {
  const sample = program
    .command("sample")
    .description("Sample figures, marked as such wherever they are shown.");
  const add = (name: string, operation: string, description: string) =>
    sample
      .command(name)
      .description(description)
      .action(async () => {
        console.log((await runCommand({ root, operation, input: {}, output: "message" })).message);
      });
  add("load", "sample.load", "Fill every asset that has no real figures, up to yesterday.");
  add("clear", "sample.clear", "Remove every sample figure, and load none again until `sample load`.");
  add("status", "sample.status", "Tell whether sample figures are loaded.");
}
