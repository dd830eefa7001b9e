import { Argument, type Command } from "commander";
import { featureFlags, overrideKinds } from "#domain";
import { runCommand } from "../runCommand";

const values = { on: true, off: false, default: null } as const;

export function addFlagsCommands(program: Command, root: string): void {
  const flags = program.command("flags").description("Feature flags of plans, organizations and users.");
  const run = async (operation: string, input: object) => {
    console.log((await runCommand({ root, operation, input, output: "message" })).message);
  };

  flags
    .command("set")
    .description("Set a flag. User flags override organization flags, which override plan flags.")
    .addArgument(new Argument("<kind>", "plan, organization or user").choices(overrideKinds))
    .argument("<subject>", "plan type; organization id or email domain; user's email address")
    .addArgument(new Argument("<flag>", "flag name").choices(featureFlags))
    .addArgument(new Argument("<value>", "flag value").choices(Object.keys(values)))
    .action((kind: string, subject: string, flag: string, value: keyof typeof values) =>
      run("flags.set", { kind, subject, flag, value: values[value] }),
    );

  flags
    .command("list")
    .description("List all flags that are set.")
    .action(() => run("flags.list", {}));
}
