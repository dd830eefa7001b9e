import { Argument, type Command } from "commander";
import { featureFlags, overrideKinds } from "#domain";
import { runCommand } from "../runCommand";

const values = { on: true, off: false, default: null } as const;

export function addFlagsCommands(program: Command, root: string): void {
  const flags = program
    .command("flags")
    .description("Feature flags: what a plan, an organization or a user may do.");
  const run = async (operation: string, input: object) => {
    console.log((await runCommand({ root, operation, input, output: "message" })).message);
  };

  flags
    .command("set")
    .description("Set a flag; the user's counts before the organization's, and that before the plan's.")
    .addArgument(new Argument("<kind>", "for whom").choices(overrideKinds))
    .argument("<subject>", "plan type; organization id or mail domain; user's mail address")
    .addArgument(new Argument("<flag>", "which flag").choices(featureFlags))
    .addArgument(new Argument("<value>", "its value").choices(Object.keys(values)))
    .action((kind: string, subject: string, flag: string, value: keyof typeof values) =>
      run("flags.set", { kind, subject, flag, value: values[value] }),
    );

  flags
    .command("list")
    .description("List the flags that are set for somebody.")
    .action(() => run("flags.list", {}));
}
