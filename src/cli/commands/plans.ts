import { Argument, type Command } from "commander";
import { planTypes } from "#domain";
import { runCommand } from "../runCommand";

export function addPlansCommands(program: Command, root: string): void {
  program
    .command("plans")
    .description("Plans of organizations (docs/plans.md).")
    .command("set")
    .description("Put an organization on a plan.")
    .argument("<organization>", "its id, its mail domain, or the mail address of a member")
    .addArgument(new Argument("<plan>", "which plan").choices(planTypes))
    .option("--days <number>", "how long a trial lasts; 14 days unless said otherwise")
    .action(async (organization: string, plan: string, options: { days?: string }) => {
      const trialDays = options.days === undefined ? null : Number(options.days);
      const { message } = await runCommand({
        root,
        operation: "plans.set",
        input: { organization, plan, trialDays },
        output: "message",
      });
      console.log(message);
    });
}
