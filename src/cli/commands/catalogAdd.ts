/** `cadastre catalog add`: adds one asset with one of its tokens, from options or prompts in a terminal. */
import type { Command } from "commander";
import { InvalidError, PreconditionError } from "#domain/errors";
import { formatCount } from "#domain/text";
import { loadConfiguration } from "../runCommand";

interface Question {
  /** Field of the catalogue row. */
  field: string;
  of: "asset" | "token";
  option: string;
  /** Shown in the help, and as the prompt in a terminal if the option is missing. */
  about: string;
  isRequired?: boolean;
  /** Converts the typed text. Default: unchanged. */
  read?: (text: string) => unknown;
}

/** A number as typed; other text is unchanged, so that the schema names the field. */
const number = (text: string): unknown => (Number.isNaN(Number(text)) ? text : Number(text));
const capitals = (text: string) => text.toUpperCase();

const questions: readonly Question[] = [
  { field: "name", of: "asset", option: "name", about: "full name", isRequired: true },
  { field: "ticker", of: "asset", option: "ticker", about: "symbol", isRequired: true },
  {
    field: "asset_class",
    of: "asset",
    option: "class",
    about: "asset class, such as treasuries",
    isRequired: true,
  },
  {
    field: "source",
    of: "asset",
    option: "source",
    about: "URL of the public page that states these facts",
    isRequired: true,
  },
  { field: "slug", of: "asset", option: "slug", about: "name in URLs and files; from the name if omitted" },
  { field: "denomination", of: "asset", option: "denomination", about: "currency of a unit, such as USD" },
  { field: "platform", of: "asset", option: "platform", about: "slug of the tokenization platform" },
  { field: "issuer", of: "asset", option: "issuer", about: "slug of the issuer" },
  { field: "manager", of: "asset", option: "manager", about: "slug of the asset manager" },
  {
    field: "jurisdiction",
    of: "asset",
    option: "jurisdiction",
    about: "country code of the domicile, such as LU",
    read: capitals,
  },
  { field: "website", of: "asset", option: "website", about: "URL" },
  { field: "description", of: "asset", option: "description", about: "one sentence" },
  {
    field: "network",
    of: "token",
    option: "network",
    about: "slug of the network of its token; none if omitted",
  },
  { field: "address", of: "token", option: "address", about: "contract address of the token" },
  { field: "decimals", of: "token", option: "decimals", about: "decimals of the token", read: number },
  { field: "standard", of: "token", option: "standard", about: "token standard, such as ERC-20" },
];

type Answers = Record<string, string | undefined>;

export function addCatalogAddCommand(catalog: Command, root: string): void {
  const command = catalog
    .command("add")
    .description(
      "Add an asset, and one of its tokens, to your own catalog rows in CATALOG_DIR. Asks for what is missing in a terminal.",
    )
    .option("--asset <slug>", "add only a token, to this asset of the catalog")
    .option(
      "--represented",
      "the asset cannot leave its platform (distribution represented; default: distributed)",
    );
  for (const { option, about, isRequired } of questions) {
    command.option(`--${option} <text>`, isRequired ? `${about} (required)` : about);
  }
  command.action(async (options: Answers & { represented?: boolean | undefined }) => {
    const { CATALOG_DIR, catalogFolders } = await loadConfiguration(root);
    if (catalogFolders.bundled === null && catalogFolders.own === (await bundledFolder(root))) {
      throw new PreconditionError(
        "CATALOG_DIR is not set. Set it to a folder for your own rows, in the environment or in cadastre.env: CATALOG_DIR=./catalog-own",
      );
    }
    const { addCatalogRow } = await import("#ingest");
    const answers = await completed(options);
    const { asset, token, files } = await addCatalogRow(catalogFolders, draftOf(answers, options)).catch(
      (error: unknown) => {
        throw error instanceof InvalidError ? namingOptions(error) : error;
      },
    );
    for (const row of [
      asset === null ? [] : `asset ${asset.slug}`,
      token === null ? [] : `${token.symbol} on ${token.network}`,
    ].flat()) {
      console.log(`Added ${row}.`);
    }
    console.log(`Written to ${formatCount(files.length, "file")} in ${CATALOG_DIR}: ${files.join(", ")}`);
    console.log(
      'Apply with "cadastre catalog load" if the server is running. Next: "cadastre import" its figures.',
    );
  });
}

/** An error about fields of a row, with the command's options in their place. */
export function namingOptions({ message, problems }: InvalidError): InvalidError {
  const optionOf = (field: string) => {
    const question = questions.find((one) => one.field === field);
    return question === undefined ? field : `--${question.option}`;
  };
  return new InvalidError(
    message.replace(/^ {2}([a-z_]+):/gm, (_, field: string) => `  ${optionOf(field)}:`),
    problems.map((problem) => ({ ...problem, path: optionOf(problem.path) })),
  );
}

const bundledFolder = async (root: string): Promise<string> => {
  const { resolve } = await import("node:path");
  return resolve(root, "catalog");
};

/** The options, with prompts in a terminal for missing ones. Standard input is read for nothing else. */
async function completed(options: Answers): Promise<Answers> {
  const isComplete =
    options.asset !== undefined ||
    questions.every((one) => !one.isRequired || options[one.option] !== undefined);
  if (isComplete || !process.stdin.isTTY) return options;
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers: Answers = { ...options };
  try {
    for (const { option, about, isRequired, of } of questions) {
      if (answers[option] !== undefined) continue;
      if (of === "token" && option !== "network" && !answers.network) continue;
      do {
        answers[option] = (await terminal.question(`${option} (${about}): `)).trim();
      } while (isRequired && answers[option] === "");
    }
  } finally {
    terminal.close();
  }
  return answers;
}

function draftOf(answers: Answers, { represented }: { represented?: boolean | undefined }) {
  const rows: Record<Question["of"], Record<string, unknown>> = { asset: {}, token: {} };
  for (const { field, of, option, read = (text: string) => text } of questions) {
    const text = answers[option];
    if (text !== undefined && text !== "") rows[of][field] = read(text);
  }
  const hasToken = Object.keys(rows.token).length > 0;
  if (answers.asset !== undefined) {
    const { ticker: symbol, source } = rows.asset;
    return { asset: null, token: { asset: answers.asset, symbol, source, ...rows.token } };
  }
  const slug = rows.asset.slug ?? slugOf(String(rows.asset.name ?? ""));
  const distribution = represented === true ? "represented" : "distributed";
  return { asset: { ...rows.asset, slug, distribution }, token: hasToken ? rows.token : null };
}

const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
