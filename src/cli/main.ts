/** Entry of the `cadastre` command. */
import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { addCatalogCommands } from "./commands/catalog";
import { addChainCommands } from "./commands/chain";
import { addConfigCommand } from "./commands/config";
import { addContactsCommand } from "./commands/contacts";
import { addExportCommand } from "./commands/export";
import { addFlagsCommands } from "./commands/flags";
import { addImportCommand } from "./commands/import";
import { addImportsCommands } from "./commands/imports";
import { addKeysCommands } from "./commands/keys";
import { addMcpCommand } from "./commands/mcp";
import { addMemoryCommand } from "./commands/memory";
import { addMoveCommands } from "./commands/moves";
import { addObservationsCommands } from "./commands/observations";
import { addPlansCommands } from "./commands/plans";
import { addQuarantineCommand } from "./commands/quarantine";
import { addSampleCommands } from "./commands/sample";
import { addServeCommand } from "./commands/serve";
import { addUsersCommands } from "./commands/users";
import { addVerifyCommand } from "./commands/verify";
import { exitOnUnexpectedErrors, ignoreClosedPipes, maskStandardError, printError } from "./standardError";
import { detachStandardInput } from "./standardInput";

// Files that this process creates are readable by its user only, since the stores contain personal data and keys.
process.umask(0o077);
maskStandardError(process.env);
exitOnUnexpectedErrors();
ignoreClosedPipes();

/** Folder of the program, which contains package.json and the shipped catalogue. */
const root = path.resolve(path.dirname(realpathSync(fileURLToPath(import.meta.url))), "../..");

const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

const program = new Command("cadastre")
  .version(version, "-v, --version", "Print the version.")
  .helpOption("-h, --help", "Print this help.")
  .helpCommand("help [command]", "Print the help of a command.")
  .description("Analytics for tokenized real-world assets: a website and a data API over your own data.")
  .showHelpAfterError("(see cadastre --help)")
  .addHelpText(
    "after",
    `
First steps:
  cadastre serve                                Start on http://localhost:3000, with sample data until you import your own
  cadastre import prices.csv                    Import daily figures: columns entity, metric, date, value
  cadastre import vendor.csv -m vendor.json     Import a file with other columns (docs/import.md)
  cadastre imports undo prices.csv              Take back what a file reported; shows first what will change
  cadastre observations supersede usdc price_dollar 2026-01-31 --reason "Wrong currency"
                                                Mark one reported value as wrong
  cadastre export exports/                      Write complete data sets, with checksums
  cadastre sample clear                         Remove all sample data
  cadastre users grant you@example.com --admin  Make that address an administrator
  cadastre keys create --name "Data team"       Create a data API key; it is shown once

Commands also work while the server is running. Settings are environment variables or lines of
cadastre.env (docs/configuration.md); "cadastre config" prints them.`,
  );

detachStandardInput(program);

addServeCommand(program, root);
addImportCommand(program, root);
addImportsCommands(program, root);
addObservationsCommands(program, root);
addExportCommand(program, root);
addQuarantineCommand(program, root);
addVerifyCommand(program, root);
addCatalogCommands(program, root);
addChainCommands(program, root);
addSampleCommands(program, root);
addKeysCommands(program, root);
addUsersCommands(program, root);
addPlansCommands(program, root);
addMoveCommands(program, root);
addContactsCommand(program, root);
addFlagsCommands(program, root);
addMcpCommand(program);
addMemoryCommand(program, root);
addConfigCommand(program, root);

try {
  await program.parseAsync();
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
