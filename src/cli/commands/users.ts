import type { Command } from "commander";
import { InvalidError } from "#domain/errors";
import { runCommand } from "../runCommand";

export function addUsersCommands(program: Command, root: string): void {
  const users = program.command("users").description("Accounts and administrators of this installation.");
  const run = async (operation: string, input: object) => {
    console.log((await runCommand({ root, operation, input, output: "message" })).message);
  };

  users
    .command("add")
    .description(
      "Create an account for an address, also where SIGN_UP limits new accounts. Its owner signs in by email.",
    )
    .argument("<email>", "the user's email address")
    .action((email: string) => run("users.add", { email }));

  users
    .command("grant")
    .description("Grant a user a role. They still sign in by email.")
    .argument("<email>", "the user's email address")
    .option("--admin", "grant the administrator role")
    .action(async (email: string, options: { admin?: boolean }) => {
      needsRight(options);
      await run("users.grantAdmin", { email });
    });

  users
    .command("revoke")
    .description("Revoke a user's role.")
    .argument("<email>", "the user's email address")
    .option("--admin", "revoke the administrator role")
    .action(async (email: string, options: { admin?: boolean }) => {
      needsRight(options);
      await run("users.revokeAdmin", { email });
    });

  users
    .command("admins")
    .description("List administrators.")
    .action(() => run("users.listAdmins", {}));
}

function needsRight({ admin }: { admin?: boolean }): void {
  if (admin !== true) throw new InvalidError("Specify the role: --admin");
}
