import type { Command } from "commander";
import { InvalidError } from "#domain";
import { runCommand } from "../runCommand";

export function addUsersCommands(program: Command, root: string): void {
  const users = program.command("users").description("People who may administer this installation.");
  const run = async (operation: string, input: object) => {
    console.log((await runCommand({ root, operation, input, output: "message" })).message);
  };

  users
    .command("grant")
    .description("Give somebody a right. They still have to sign in by mail.")
    .argument("<email>", "their mail address")
    .option("--admin", "make them an administrator")
    .action(async (email: string, options: { admin?: boolean }) => {
      needsRight(options);
      await run("users.grantAdmin", { email });
    });

  users
    .command("revoke")
    .description("Take a right back.")
    .argument("<email>", "their mail address")
    .option("--admin", "no administrator any more")
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
  if (admin !== true) throw new InvalidError("Say which right: --admin");
}
