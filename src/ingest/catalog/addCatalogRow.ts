/** Adds one asset, one token or both to the operator's own catalog rows. */
import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import { type Asset, assetSchema, type Catalog, type Token, tokenSchema } from "#domain/catalog";
import { type InputProblem, InvalidError } from "#domain/errors";
import { schemaWords } from "#domain/query";
import { formatCount } from "#domain/text";
import { assetClasses } from "#domain/vocabulary";
import { checkCatalog } from "./checkCatalog";
import { type CatalogReading, controlProblems } from "./readCatalog";
import { type CatalogFolders, readCatalogFolders } from "./readCatalogFolders";
import { CUSTOM_IDS_START } from "./reservedIds";

/** Fields as the operator gives them; fields that are left out are null. */
export interface CatalogDraft {
  /** Null to add a token to an asset of the catalog. */
  asset: Readonly<Record<string, unknown>> | null;
  /** Null for an asset without a token. Its field `asset` is the slug of an existing asset, if `asset` is null. */
  token: Readonly<Record<string, unknown>> | null;
}

export interface AddedRows {
  asset: Asset | null;
  token: Token | null;
  /** Files that rows were appended to. */
  files: string[];
}

/** Own rows of every class are in one file of each folder. */
const FILE = "own.jsonl";

const nullFields = {
  asset: {
    platform: null,
    issuer: null,
    manager: null,
    jurisdiction: null,
    description: null,
    website: null,
    inception_date: null,
    denomination: null,
    is_investable: null,
  },
  token: { address: null, decimals: null, standard: null },
} as const;

/**
 * Checks the rows with the rest of the catalog, gives them ids, and appends them to the own folder.
 * @throws InvalidError that names each field that is wrong; nothing is written then
 */
export async function addCatalogRow(folders: CatalogFolders, draft: CatalogDraft): Promise<AddedRows> {
  const reading = await readCatalogFolders(folders);
  const before = checkCatalog(reading);
  if (before.length > 0) {
    throw new InvalidError(
      `The catalog already has ${formatCount(before.length, "problem")}. Correct them first: "cadastre catalog check" lists them.`,
    );
  }
  const asset =
    draft.asset === null
      ? null
      : parsed(assetSchema, "asset", { ...nullFields.asset, ...draft.asset, id: nextId(reading, "assets") });
  const token =
    draft.token === null
      ? null
      : parsed(tokenSchema, "token", {
          ...nullFields.token,
          ...(asset === null ? {} : { asset: asset.slug, symbol: asset.ticker, source: asset.source }),
          ...draft.token,
          id: nextId(reading, "tokens"),
        });
  if (asset !== null && !assetClasses.some(({ slug }) => slug === asset.asset_class)) {
    const known = assetClasses.map(({ slug }) => slug).join(", ");
    throw problemsOf("asset", [{ path: "asset_class", message: `must be one of ${known}` }]);
  }
  requireFit(reading, asset, token);
  const files: string[] = [];
  for (const [folder, row] of [["assets", asset] as const, ["tokens", token] as const]) {
    if (row !== null) files.push(await append(path.join(folders.own, folder, FILE), row));
  }
  return { asset, token, files };
}

function parsed<T>(schema: z.ZodType<T>, what: string, row: object): T {
  const result = schema.safeParse(row, { error: schemaWords });
  const controls = controlProblems(row).map(({ field, message }) => ({ path: field, message }));
  if (result.success && controls.length === 0) return result.data;
  throw problemsOf(what, [
    ...controls,
    ...(result.error?.issues ?? []).map((issue) => ({ path: issue.path.join("."), message: issue.message })),
  ]);
}

const problemsOf = (what: string, problems: readonly InputProblem[]): InvalidError =>
  new InvalidError(
    `The ${what} was not added:\n${problems.map(({ path: field, message }) => `  ${field}: ${message}`).join("\n")}`,
    [...problems],
  );

function nextId({ catalog }: CatalogReading, kind: "assets" | "tokens"): number {
  const ids = catalog[kind].map(({ id }) => id);
  return Math.max(CUSTOM_IDS_START, ...ids) + 1;
}

function requireFit(reading: CatalogReading, asset: Asset | null, token: Token | null): void {
  const catalog: Catalog = {
    ...reading.catalog,
    assets: [...reading.catalog.assets, ...(asset === null ? [] : [asset])],
    tokens: [...reading.catalog.tokens, ...(token === null ? [] : [token])],
  };
  const origins = new Map(reading.origins);
  if (asset !== null) origins.set(asset, { file: "asset", line: 1 });
  if (token !== null) origins.set(token, { file: "token", line: 1 });
  const problems = checkCatalog({ ...reading, catalog, origins });
  const [first] = problems;
  if (first === undefined) return;
  throw problemsOf(
    first.file === "token" ? "token" : "asset",
    problems.map(({ field, message }) => ({ path: field, message })),
  );
}

/** @returns the file */
async function append(file: string, row: object): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const start = text === "" || text.endsWith("\n") ? "" : "\n";
  await appendFile(file, `${start}${JSON.stringify(row)}\n`);
  return file;
}
