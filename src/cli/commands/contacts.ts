import type { Command } from "commander";
import { contactTopicLabel, shownText } from "#domain/people";
import { parseNumber } from "../parseNumber";
import { runCommand } from "../runCommand";

export function addContactsCommand(program: Command, root: string): void {
  program
    .command("contacts")
    .description("Print requests sent with the contact form, newest first.")
    .option("-l, --limit <number>", "maximum number of requests to print", parseNumber, 50)
    .action(async (options: { limit: number }) => {
      const requests = await runCommand({
        root,
        operation: "contacts.list",
        input: { limit: options.limit },
        output: "contactList",
      });
      if (requests.length === 0) console.log("No requests yet.");
      for (const { at, topic, name, email, company, message, mailedAt } of requests) {
        const about = contactTopicLabel(topic);
        const mailed = mailedAt === null ? "not emailed" : `emailed ${mailedAt}`;
        console.log(`${at}  ${about}  (${mailed})`);
        console.log(`  ${shownText(name)} <${email}>, ${shownText(company)}`);
        for (const line of message.split("\n")) console.log(`  ${shownText(line)}`);
      }
    });
}
