import type { Command } from "commander";
import { loadConfiguration } from "../runCommand";

export function addConfigCommand(program: Command, root: string): void {
  program
    .command("config")
    .description(
      "Print every setting with its value and origin: of the running server, otherwise of the next start.",
    )
    .action(async () => {
      const configuration = await loadConfiguration(root);
      const [{ describedSettings, runInServer }, { outputs }] = await Promise.all([
        import("#server"),
        import("../outputs"),
      ]);
      const here = outputs.settings.parse(describedSettings(configuration));
      const running = await runInServer(configuration, "config.show");
      const shown = running === null ? here : outputs.settings.parse(running.output);
      process.stderr.write(
        `${running?.description ?? "No server is running: these settings apply to the next start."}\n` +
          `Settings file: ${shown.file ?? "none"}\n`,
      );
      const width = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
      const names = width(shown.settings.map(({ name }) => name));
      const origins = width(shown.settings.map(({ origin }) => origin));
      for (const { name, origin, value } of shown.settings) {
        console.log(`${name.padEnd(names)}  ${origin.padEnd(origins)}  ${value}`);
      }
      for (const { name, value, origin } of here.settings) {
        const served = shown.settings.find((one) => one.name === name);
        if (origin === "default" || served?.value === value) continue;
        process.stderr.write(
          `${name} is ${value} here (${origin}); the running server keeps ${served?.value ?? "no value"} until it is restarted with the new value.\n`,
        );
      }
    });
}
