import { Argument, type Command } from "commander";
import { planTypes } from "#domain/vocabulary";
import { parseNumber } from "../parseNumber";
import { runCommand } from "../runCommand";

export function addPlansCommands(program: Command, root: string): void {
  program
    .command("plans")
    .description("Plans of organizations (docs/plans.md).")
    .command("set")
    .description("Put an organization on a plan.")
    .argument("<organization>", "organization id, email domain, or the email address of a member")
    .addArgument(new Argument("<plan>", "plan type").choices(planTypes))
    .option("--days <number>", "length of the trial in days; default 14", parseNumber)
    .action(async (organization: string, plan: string, options: { days?: number }) => {
      const trialDays = options.days ?? null;
      const { message } = await runCommand({
        root,
        operation: "plans.set",
        input: { organization, plan, trialDays },
        output: "message",
      });
      console.log(message);
    });
}
