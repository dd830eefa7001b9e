import { type Command, Option } from "commander";
import { loadConfiguration } from "../runCommand";

export function addServeCommand(program: Command, root: string): void {
  program
    .command("serve", { isDefault: true })
    .description("Serve the website and the API. Stops cleanly on Ctrl-C after requests in progress finish.")
    .addOption(new Option("-p, --port <port>", "port to listen on (PORT)"))
    .addOption(new Option("--host <address>", "address to listen on (HOST)"))
    .addOption(new Option("--dev", "compile pages on demand and reload on changes"))
    // Unknown commands arrive here, since `cadastre` without a command serves.
    .allowExcessArguments()
    .action(async (options: { port?: string; host?: string; dev?: boolean }, command: Command) => {
      const [word] = command.args;
      if (word !== undefined) {
        command.error(
          program.args[0] === "serve"
            ? `error: serve does not take "${word}"`
            : `error: unknown command '${word}'`,
        );
      }
      const configuration = await loadConfiguration(root, { PORT: options.port, HOST: options.host });
      const { importAndServe } = await import("#server");
      await importAndServe({
        configuration,
        mode: options.dev ? "development" : "production",
        root,
      });
    });
}
