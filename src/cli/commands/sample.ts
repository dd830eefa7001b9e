import type { Command } from "commander";
import { runCommand } from "../runCommand";
import { messageOutputSchema } from "./outputs";

export function addSampleCommands(program: Command, root: string): void {
  const sample = program
    .command("sample")
    .description("Sample figures, marked as such wherever they are shown.");
  const add = (name: string, operation: string, description: string) =>
    sample
      .command(name)
      .description(description)
      .action(async () => {
        console.log(messageOutputSchema.parse(await runCommand(root, operation, {})).message);
      });
  add("load", "sample.load", "Fill every asset that has no real figures, up to yesterday.");
  add("clear", "sample.clear", "Remove every sample figure, and load none again until `sample load`.");
  add("status", "sample.status", "Tell whether sample figures are loaded.");
}
