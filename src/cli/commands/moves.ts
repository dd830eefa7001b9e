import { type Command, Option } from "commander";

/** `cadastre people move` and `cadastre market move`. */
export function addMoveCommands(program: Command, root: string): void {
  const kinds = [
    {
      kind: "people",
      about: "Accounts, organizations and keys of this installation.",
      moves: "accounts, organizations, keys and everything else about people",
      setting: "DATABASE_URL",
    },
    {
      kind: "market",
      about: "Market data of this installation.",
      moves: "imported figures, their sources and all other market data",
      setting: "CLICKHOUSE_URL",
    },
  ] as const;
  for (const { kind, about, moves, setting } of kinds) {
    program
      .command(kind)
      .description(about)
      .command("move")
      .description(
        `Copy ${moves} between the data folder and the server of ${setting}, and compare the copies. Stop the server first.`,
      )
      .addOption(
        new Option("--to <store>", `server: to ${setting}; embedded: back to the data folder`)
          .choices(["server", "embedded"])
          .makeOptionMandatory(),
      )
      .option("--replace", "delete what the target already contains")
      .action(async ({ to, replace = false }: { to: "server" | "embedded"; replace?: boolean }) => {
        const { moveInTerminal } = await import("../runInTerminal");
        console.log(await moveInTerminal(root, { kind, to, replace }));
      });
  }
}
