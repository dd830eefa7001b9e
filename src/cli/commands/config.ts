import type { Command } from "commander";
import { printableConfiguration, readConfiguration } from "#server";

export function addConfigCommand(program: Command, root: string): void {
  program
    .command("config")
    .description("Print every setting with its value; passwords are masked.")
    .action(() => {
      const settings = printableConfiguration(readConfiguration(process.env, root));
      const width = Math.max(...settings.map(([name]) => name.length));
      for (const [name, value] of settings) console.log(`${name.padEnd(width)}  ${value}`);
    });
}
