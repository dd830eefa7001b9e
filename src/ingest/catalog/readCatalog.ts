import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type Catalog,
  type CatalogKind,
  catalogKindNames,
  catalogKinds,
  emptyCatalog,
  optionalKinds,
} from "#domain/catalog";
import { CONTROL } from "#domain/people";
import { schemaWords } from "#domain/query";

export interface CatalogProblem {
  /** Path below the catalog folder. */
  file: string;
  /** Line in the file, from 1; 0 where the file as a whole is meant. */
  line: number;
  /** Path of the field (`service_providers.0.role`); empty where the row as a whole is meant. */
  field: string;
  message: string;
}

export interface RowOrigin {
  file: string;
  line: number;
  /** Whether it is in the bundled catalog rather than in the operator's own folder. */
  isBundled?: boolean;
}

export interface CatalogReading {
  /** Every row that its schema accepts. */
  catalog: Catalog;
  /** Rows rejected by their schema, with the reason. */
  problems: CatalogProblem[];
  /** Where each row of `catalog` stands. */
  origins: ReadonlyMap<object, RowOrigin>;
  /** Files and folders that are not there. */
  missing: string[];
}

/**
 * Reads every file of a catalog folder. Nothing stops at the first mistake: rows that fail their schema are
 * left out and reported together. A missing file reads as an empty one; `checkCatalog` reports it.
 */
export async function readCatalog(folder: string): Promise<CatalogReading> {
  const problems: CatalogProblem[] = [];
  const origins = new Map<object, RowOrigin>();
  const missing: string[] = [];
  const rowsOf = async <K extends CatalogKind>(kind: K) => {
    const { path, schema } = catalogKinds[kind];
    const files = await filesMatching(folder, path);
    if (files === null && !optionalKinds.includes(kind)) missing.push(path);
    const rows: ReturnType<(typeof schema)["parse"]>[] = [];
    for (const file of files ?? []) {
      const lines = (await readFile(join(folder, file), "utf8")).replace(/^\uFEFF/, "").split("\n");
      for (const [index, text] of lines.entries()) {
        if (text.trim() === "") continue;
        const origin = { file, line: index + 1 };
        const value = parseJson(text, (message) => problems.push({ ...origin, field: "", message }));
        if (value === undefined) continue;
        const parsed = schema.safeParse(value, { error: schemaWords });
        const found = controlProblems(value);
        if (parsed.success && found.length === 0) {
          rows.push(parsed.data);
          origins.set(parsed.data, origin);
          continue;
        }
        for (const { path, message } of parsed.error?.issues ?? []) {
          found.push({ field: path.join("."), message });
        }
        problems.push(...found.map((problem) => ({ ...origin, ...problem })));
      }
    }
    return rows;
  };
  const rows: [CatalogKind, Awaited<ReturnType<typeof rowsOf>>][] = [];
  for (const kind of catalogKindNames) rows.push([kind, await rowsOf(kind)]);
  const catalog: Catalog = { ...emptyCatalog, ...Object.fromEntries(rows) };
  return { catalog, problems, origins, missing };
}

type FieldProblem = Pick<CatalogProblem, "field" | "message">;

/** Levels of a row that are searched: more than any schema accepts. */
const MAX_DEPTH = 5;

/** The texts within a row that contain a control character, which pages and XML files cannot show, or half of a character. */
export function controlProblems(value: unknown, path: readonly string[] = []): FieldProblem[] {
  if (typeof value === "string") {
    const [found] = CONTROL.exec(value) ?? [];
    if (found === undefined) return [];
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const what = found.isWellFormed() ? "a control character" : "half of a character";
    return [{ field: path.join("."), message: `contains ${what} (U+${code})` }];
  }
  if (typeof value !== "object" || value === null || path.length > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, part]) => controlProblems(part, [...path, name]));
}

/** Files for a path such as `networks.jsonl` or `assets/*.jsonl`, in name order; null for none. */
async function filesMatching(folder: string, path: string): Promise<string[] | null> {
  const [inside, pattern] = [dirname(path), basename(path)];
  const names = await readdir(join(folder, inside)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const matching = names.filter((name) =>
    pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern,
  );
  return matching.length === 0
    ? null
    : matching.sort().map((name) => (inside === "." ? name : `${inside}/${name}`));
}

function parseJson(text: string, report: (message: string) => void): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    report(`not a JSON object: ${cause instanceof Error ? cause.message : String(cause)}`);
    return undefined;
  }
}
