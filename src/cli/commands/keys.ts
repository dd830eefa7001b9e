import type { Command } from "commander";
import { runCommand } from "../runCommand";

export function addKeysCommands(program: Command, root: string): void {
  const keys = program.command("keys").description("Data API keys.");

  keys
    .command("create")
    .description("Make a key and print it. It cannot be shown again: only a hash is kept.")
    .requiredOption("-n, --name <name>", "what or whom the key is for")
    .option("--expires <date>", "last day it works, as 2026-12-31")
    .option("--rate <number>", "requests a minute it may make")
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
      process.stderr.write(`Key ${id} (${options.name}). Keep it now, it is not shown again:\n`);
      console.log(key);
    });

  keys
    .command("list")
    .description("List keys, without the keys themselves.")
    .action(async () => {
      const list = await runCommand({ root, operation: "keys.list", input: {}, output: "keyList" });
      if (list.length === 0) console.log('No keys yet. Make one: cadastre keys create --name "Data team"');
      for (const key of list) {
        const state = key.revokedAt !== null ? `revoked ${key.revokedAt}` : (key.expiresAt ?? "no end");
        console.log(`${String(key.id).padStart(4)}  ${key.prefix}…  ${key.name}  (${state})`);
      }
    });

  keys
    .command("revoke")
    .description("End a key at once.")
    .argument("<id>", "its number, as listed")
    .action(async (id: string) => {
      await runCommand({ root, operation: "keys.revoke", input: { id: Number(id) }, output: "none" });
      console.log(`Key ${id} is revoked.`);
    });
}
