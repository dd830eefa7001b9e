import { basename } from "node:path";
import { z } from "zod";
import { currentDay } from "#domain/days";
import { formatCount } from "#domain/text";
import { providerSchema, storedProvider } from "#domain/vocabulary";
import {
  checkFiles,
  checkSummary,
  type ImportInput,
  type ImportProgress,
  importFiles,
  importSummary,
} from "#ingest";
import { StoppedError } from "../writerQueue";
import { operation } from "./operation";

const fileSchema = z.union([
  z.string().min(1),
  z.object({ path: z.string().min(1), name: z.string().min(1) }),
]);

/** Action of imports in the audit log, whose subject lists their files. */
export const IMPORT_ACTION = "import files";

const nameOf = (file: ImportInput) => (typeof file === "string" ? file : file.name);

/** Settings that determine how a file is read and which of its figures are served. */
const settings = ["CATALOG_DIR", "BUNDLED_CATALOG", "SOURCE_PRECEDENCE"] as const;

/**
 * Reports what an import of files would do, without storing anything. `clean` is false if it would reject or
 * miss anything.
 */
export const checkImportOperation = operation({
  input: z.object({
    files: z.array(fileSchema).min(1),
    source: providerSchema.nullable(),
    mapping: z.unknown(),
  }),
  changesMarketData: false,
  settings,
  run: async ({ market, catalog }, { files, source, mapping }, report) => {
    const result = await checkFiles(market, catalog, {
      files,
      provider: source === null ? undefined : storedProvider(source),
      mapping: mapping ?? undefined,
      today: currentDay(),
      onProgress: (progress) => report(...progressOf(progress)),
    });
    return { summary: checkSummary(result), clean: result.ok, files: result.files };
  },
});

const progressOf = ({ file, bytesRead, bytesTotal, rows }: ImportProgress): [number, string] => [
  bytesTotal === 0 ? 0 : bytesRead / bytesTotal,
  `${basename(file)}: ${formatCount(rows, "row")}`,
];

/** Imports files. `clean` is false if a row was rejected or a file could not be read completely. */
export const importOperation = operation({
  input: z.object({
    files: z.array(fileSchema).min(1),
    source: providerSchema.nullable(),
    mapping: z.unknown(),
    again: z.boolean().default(false),
  }),
  changesMarketData: true,
  settings,
  audit: ({ files }) => ({
    action: IMPORT_ACTION,
    subject: files.map((file) => basename(nameOf(file))).join(", "),
    subjectKind: "file",
  }),
  run: async ({ market, catalog }, { files, source, mapping, again }, report) => {
    let stored = 0;
    const names = files.map(nameOf);
    const result = await importFiles(market, catalog, {
      files,
      provider: source === null ? undefined : storedProvider(source),
      mapping: mapping ?? undefined,
      again,
      today: currentDay(),
      onProgress: (progress) => {
        stored = Math.max(stored, names.indexOf(progress.file));
        report(...progressOf(progress));
      },
      onDerive: ({ assetsDone, assetsTotal }) => {
        stored = files.length;
        report(
          assetsTotal === 0 ? 1 : assetsDone / assetsTotal,
          `Derived ${assetsDone.toLocaleString("en")} of ${assetsTotal.toLocaleString("en")} assets`,
        );
      },
    }).catch((cause: unknown) => {
      throw cause instanceof StoppedError ? new StoppedError(stoppedMessage(names, stored)) : cause;
    });
    const refused = result.files.some((file) => file.rowsRefused > 0);
    return {
      summary: importSummary(result),
      clean: result.ok && !refused,
      /** Why nothing was stored; null if any file was. */
      rejected: result.files.every(({ error }) => error !== null) ? (result.files[0]?.error ?? null) : null,
    };
  },
});

/** The message of a stopped import. Each file is stored completely or not at all. */
function stoppedMessage(files: readonly string[], stored: number): string {
  const next = files[stored];
  if (next === undefined) {
    return "The import was stopped after all files were stored. Derived metrics will be computed at the next import or start.";
  }
  const what =
    files.length === 1
      ? `${basename(next)} is not stored`
      : `${stored} of ${files.length} files are stored; ${basename(next)} and later files are not`;
  return `The import was stopped: ${what}. Run the same command again; stored files are left unchanged.`;
}
