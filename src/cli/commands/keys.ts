import type { Command } from "commander";
import { apiKeyActions } from "#domain/people";
import { parseNumber } from "../parseNumber";
import { runCommand } from "../runCommand";

interface CreateOptions {
  name: string;
  expires?: string;
  rate?: number;
  endpoints?: string[];
  actions?: string[];
}

interface PartnerOptions extends Omit<CreateOptions, "endpoints"> {
  resources: string[];
  assetClasses?: string[];
  filter?: string;
  history?: number;
  organization?: string;
}

export function addKeysCommands(program: Command, root: string): void {
  const keys = program.command("keys").description("Data API keys.");

  keys
    .command("create")
    .description("Create a key and print it. It cannot be shown again: only its hash is stored.")
    .requiredOption("-n, --name <name>", "name of the application or person using the key")
    .option("--expires <date>", "last valid day, such as 2026-12-31")
    .option("--rate <number>", "maximum requests per minute", parseNumber)
    .option("--endpoints <names...>", "endpoints it can use, such as assets tokens/aggregates; default: all")
    .option("--actions <names...>", "read (JSON), download (files); default: both")
    .action(async (options: CreateOptions) => {
      const { id, key } = await runCommand({
        root,
        operation: "keys.create",
        input: {
          name: options.name,
          expires: options.expires ?? null,
          requestsPerMinute: options.rate ?? null,
          endpoints: options.endpoints ?? null,
          actions: options.actions ?? [...apiKeyActions],
        },
        output: "keyCreated",
      });
      process.stderr.write(`Key ${id} (${options.name}). Copy it now; it will not be shown again:\n`);
      console.log(key);
    });

  keys
    .command("partner")
    .description(
      "Create a key with a role of its own that limits resources, assets, history and requests. The key cannot read any other resource.",
    )
    .requiredOption("-n, --name <name>", "name of the partner; also of its role and policy")
    .option("--resources <names...>", "resources it can read, such as assets tokens networks", ["assets"])
    .option("--asset-classes <slugs...>", "only assets of these classes, such as stablecoins")
    .option("--filter <json>", "only assets that match this filter of the data API")
    .option("--history <days>", "days of history", parseNumber)
    .option("--rate <number>", "maximum requests per minute", parseNumber)
    .option("--actions <names...>", "read (JSON), download (files); default: both")
    .option("--expires <date>", "last valid day, such as 2026-12-31")
    .option("--organization <name>", "organization the key belongs to, as in plans set; default: the site")
    .action(async (options: PartnerOptions) => {
      const { id, key } = await runCommand({
        root,
        operation: "keys.createPartner",
        input: {
          name: options.name,
          organization: options.organization ?? null,
          resources: options.resources,
          assetClasses: options.assetClasses ?? [],
          rowFilter: options.filter ?? null,
          historyDays: options.history ?? null,
          requestsPerMinute: options.rate ?? null,
          actions: options.actions ?? [...apiKeyActions],
          expires: options.expires ?? null,
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
        const used = key.lastUsedAt === null ? "never used" : `last used ${key.lastUsedAt}`;
        const limits = [
          ...(key.revokedAt === null &&
          key.previousEndsAt !== null &&
          key.previousEndsAt > new Date().toISOString()
            ? [`previous secret works until ${key.previousEndsAt}`]
            : []),
          ...(key.endpoints === null ? [] : [key.endpoints.join(" ")]),
          ...(key.actions.length === apiKeyActions.length ? [] : [`${key.actions.join(" ")} only`]),
        ];
        console.log(
          `${String(key.id).padStart(4)}  ${key.prefix}…  ${key.name}  (${[state, used, ...limits].join("; ")})`,
        );
      }
    });

  keys
    .command("rotate")
    .description(
      "Replace a key's secret and print the new one. The old secret stops working immediately, or after --grace.",
    )
    .argument("<id>", "key id, as listed", parseNumber)
    .option("--grace <hours>", "hours the old secret keeps working", parseNumber, 0)
    .action(async (id: number, { grace }: { grace: number }) => {
      const { key } = await runCommand({
        root,
        operation: "keys.rotate",
        input: { id, graceHours: grace },
        output: "keyCreated",
      });
      process.stderr.write(`New secret of key ${id}. Copy it now; it will not be shown again:\n`);
      console.log(key);
    });

  keys
    .command("revoke")
    .description("Revoke a key immediately.")
    .argument("<id>", "key id, as listed", parseNumber)
    .action(async (id: number) => {
      await runCommand({ root, operation: "keys.revoke", input: { id }, output: "none" });
      console.log(`Key ${id} revoked.`);
    });
}
