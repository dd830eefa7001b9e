import type { Command } from "commander";

const { CADASTRE_URL = "http://localhost:3000", CADASTRE_KEY } = process.env;

export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description(
      "Serve the data of an installation to an agent over standard input and output (docs/agents.md).",
    )
    .option("--url <address>", "URL of the installation, or CADASTRE_URL", CADASTRE_URL)
    .option("--key <key>", "API key; prefer CADASTRE_KEY, which other users of the machine cannot see")
    .action(async ({ url, key = CADASTRE_KEY }: { url: string; key?: string }) => {
      if (key === undefined || key === "")
        program.error("Set CADASTRE_KEY to an API key, or pass one with --key.");
      const { serveAgent } = await import("./serveAgent");
      await serveAgent({ url, key: String(key) });
    });
}
