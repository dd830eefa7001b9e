import type { Command } from "commander";

export function addConfigCommand(program: Command, root: string): void {
  program
    .command("config")
    .description("Print every setting with its value; passwords are masked.")
    .action(async () => {
      const { printableConfiguration, readConfiguration } = await import("#server");
      const settings = printableConfiguration(readConfiguration(process.env, root));
      const width = Math.max(...settings.map(([name]) => name.length));
      for (const [name, value] of settings) console.log(`${name.padEnd(width)}  ${value}`);
    });
}
