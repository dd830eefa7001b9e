import type { Command } from "commander";
import { formatCount } from "#domain/text";
import { loadConfiguration, runCommand } from "../runCommand";
import { addCatalogAddCommand } from "./catalogAdd";

export function addCatalogCommands(program: Command, root: string): void {
  const catalog = program
    .command("catalog")
    .description("The reference catalog: networks, issuers, assets, tokens.");

  catalog
    .command("check")
    .description(
      "Validate every row of the catalog files: fields, references, addresses, consistency with the evidence.",
    )
    .action(async () => {
      const configuration = await loadConfiguration(root);
      const { catalogFolders } = configuration;
      const { own, bundled } = catalogFolders;
      const beside = bundled === null ? "" : `, in addition to ${bundled.folder}`;
      console.error(`Catalog: ${own}${beside}`);
      const { checkAgreement, checkCatalog, checkDenominations, readCatalogFolders } = await import(
        "#ingest"
      );
      const reading = await readCatalogFolders(catalogFolders);
      const problems = [...checkCatalog(reading), ...checkAgreement(reading), ...checkDenominations(reading)];
      for (const { file, line, field, message } of problems) {
        console.error(`${file}:${line} ${field}: ${message}`);
      }
      for (const [kind, rows] of Object.entries(reading.catalog)) {
        console.log(`${String(rows.length).padStart(6)}  ${kind}`);
      }
      if (problems.length > 0) {
        console.error(formatCount(problems.length, "problem"));
        process.exitCode = 1;
        return;
      }
      // Without a server, the next command or start loads the catalog and reports the same.
      const [{ runInServer }, { outputs }] = await Promise.all([import("#server"), import("../outputs")]);
      const preview = await runInServer(configuration, "catalog.preview");
      const { summary } = outputs.summary.parse(preview?.output ?? { summary: "" });
      if (summary !== "") console.log(summary);
    });

  addCatalogAddCommand(catalog, root);

  catalog
    .command("load")
    .description("Reload the catalog files after an edit.")
    .option(
      "--renamed <ids...>",
      "ids of rows with a new slug that keep the figures stored under them, such as assets/100101",
    )
    .action(async ({ renamed = [] }: { renamed?: string[] }) => {
      const { message } = await runCommand({
        root,
        operation: "catalog.load",
        input: { renamed },
        output: "message",
      });
      console.log(message);
    });
}
