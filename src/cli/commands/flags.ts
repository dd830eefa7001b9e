import { Argument, type Command } from "commander";
import { InvalidError } from "#domain/errors";
import { quoted } from "#domain/text";
import { flagChoices, overrideKinds } from "#domain/vocabulary";
import { runCommand } from "../runCommand";

const subjectKinds = overrideKinds.filter((kind) => kind !== "everyone");

const values = { on: true, off: false, default: null } as const;
const valueNames = ["on", "off", "default"] as const;

export function addFlagsCommands(program: Command, root: string): void {
  const flags = program
    .command("flags")
    .description("Feature flags of everyone, plans, organizations and users.");
  const run = async (operation: string, input: object) => {
    console.log((await runCommand({ root, operation, input, output: "message" })).message);
  };

  flags
    .command("set")
    .description(
      "Set a flag, or all features (all). User flags override organization flags, which override plan flags, which override those of everyone.",
    )
    .usage("<kind> <subject> <flag> <value>\n       cadastre flags set <flag> <value> --everyone")
    .addArgument(
      new Argument(
        "<words...>",
        `kind (${subjectKinds.join(", ")}), subject (plan type; organization id or email domain; user's email address), flag (${flagChoices.join(", ")}) and value (${valueNames.join(", ")})`,
      ),
    )
    .option("--everyone", "for everyone, with or without an account")
    .action((words: string[], { everyone = false }: { everyone?: boolean }) =>
      run("flags.set", flagOf(everyone ? ["everyone", "", ...words] : words)),
    );

  flags
    .command("list")
    .description("List all flags that are set.")
    .action(() => run("flags.list", {}));
}

/** @throws InvalidError if an argument is missing, superfluous or not one of its choices */
function flagOf(words: readonly string[]) {
  const [kind, subject, flag, value, ...more] = words;
  if (kind === undefined || subject === undefined || flag === undefined || value === undefined) {
    throw new InvalidError(
      "Give a kind, a subject, a flag and a value, or a flag and a value with --everyone. See cadastre flags set --help.",
    );
  }
  if (more.length > 0) throw new InvalidError(`Too many arguments: ${more.map(quoted).join(" ")}.`);
  return {
    kind: chosen("kind", kind, overrideKinds),
    subject,
    flag: chosen("flag", flag, flagChoices),
    value: values[chosen("value", value, valueNames)],
  };
}

function chosen<T extends string>(name: string, word: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === word);
  if (choice === undefined) {
    throw new InvalidError(`Unknown ${name} ${quoted(word)}. Use one of ${choices.join(", ")}.`);
  }
  return choice;
}
