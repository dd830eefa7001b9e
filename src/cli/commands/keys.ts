import type { Command } from "commander";
import { runCommand } from "../runCommand";

export function addKeysCommands(program: Command, root: string): void {
  const keys = program.command("keys").description("Data API keys.");

  keys
    .command("create")
    .description("Create a key and print it. It cannot be shown again: only its hash is stored.")
    .requiredOption("-n, --name <name>", "name of the application or person using the key")
    .option("--expires <date>", "last valid day, such as 2026-12-31")
    .option("--rate <number>", "maximum requests per minute")
    .action(async (options: { name: string; expires?: string; rate?: string }) => {
      const { id, key } = await runCommand({
        root,
        operation: "keys.create",
        input: {
          name: options.name,
          expires: options.expires ?? null,
          requestsPerMinute: options.rate === undefined ? null : Number(options.rate),
        },
        output: "keyCreated",
      });
      process.stderr.write(`Key ${id} (${options.name}). Copy it now; it will not be shown again:\n`);
      console.log(key);
    });

  keys
    .command("list")
    .description("List keys, without their secrets.")
    .action(async () => {
      const list = await runCommand({ root, operation: "keys.list", input: {}, output: "keyList" });
      if (list.length === 0) console.log('No keys yet. Create one: cadastre keys create --name "Data team"');
      for (const key of list) {
        const state = key.revokedAt !== null ? `revoked ${key.revokedAt}` : (key.expiresAt ?? "no expiry");
        console.log(`${String(key.id).padStart(4)}  ${key.prefix}…  ${key.name}  (${state})`);
      }
    });

  keys
    .command("revoke")
    .description("Revoke a key immediately.")
    .argument("<id>", "key id, as listed")
    .action(async (id: string) => {
      await runCommand({ root, operation: "keys.revoke", input: { id: Number(id) }, output: "none" });
      console.log(`Key ${id} revoked.`);
    });
}
