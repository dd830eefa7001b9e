/** Lists imports and takes back what one of them reported. */
import { z } from "zod";
import { listAuditedActions } from "#accounts/audit";
import type { ListedImport } from "#api";
import { currentDay } from "#domain/days";
import { ConflictError } from "#domain/errors";
import { formatCount } from "#domain/text";
import {
  listImports,
  previewUndo,
  selectForUndo,
  type UndoReport,
  type UndoRequest,
  undoImport,
  undoReport,
  undoRequestSchema,
} from "#ingest";
import type { Application } from "../application";
import { IMPORT_ACTION } from "./importFiles";
import { operation } from "./operation";
import { restoreSample } from "./sample";

/** Every source of real figures, with who imported it: the first import of its name since it was registered. */
export async function readImports({
  market,
  people,
}: Pick<Application, "market" | "people">): Promise<ListedImport[]> {
  const imports = await listImports(market);
  const actions = await listAuditedActions(people.db, IMPORT_ACTION);
  return imports.map((one) => {
    const since = new Date(one.importedAt);
    const entry = actions.find(({ at, subject }) => at >= since && subject.split(", ").includes(one.name));
    return { ...one, by: one.kind === "file" ? (entry?.actor ?? null) : null };
  });
}

export const listImportsOperation = operation({
  input: z.object({}),
  changesMarketData: false,
  run: readImports,
});

/** What an undo would change, and the sources and number of figures with which it is confirmed. */
export async function reportUndo(
  { market, catalog }: Pick<Application, "market" | "catalog">,
  request: UndoRequest,
): Promise<UndoReport> {
  const { sources, selection } = await selectForUndo(market, catalog, request);
  const preview = await previewUndo(market, selection, { today: currentDay() });
  return undoReport({ sources, preview }, catalog);
}

/** The same as text, for commands. */
export const previewUndoOperation = operation({
  input: undoRequestSchema,
  changesMarketData: false,
  settings: ["CATALOG_DIR", "BUNDLED_CATALOG"],
  run: async (application, input) => {
    const { summary, sources, observations } = await reportUndo(application, input);
    return { summary, sourceIds: sources.map(({ id }) => id), observations };
  },
});

/** The selection as text, for the audit log. */
const scopeOf = ({ from, to, metrics, entities }: UndoRequest) =>
  [
    ...(from === null ? [] : [`from ${from}`]),
    ...(to === null ? [] : [`to ${to}`]),
    ...[metrics, entities].flatMap((names) => (names.length > 0 ? [names.join(", ")] : [])),
  ].join(", ");

/**
 * Removes what was previewed. `sourceIds` and `observations` are those of the preview; `name` is that of a source given by
 * its id, for the audit log.
 */
export const undoImportOperation = operation({
  input: undoRequestSchema.extend({
    sourceIds: z.array(z.number()),
    observations: z.number(),
    name: z.string().max(1_000).nullable().default(null),
  }),
  changesMarketData: true,
  settings: ["SOURCE_PRECEDENCE", "CATALOG_DIR", "BUNDLED_CATALOG"],
  audit: (input) => {
    const scope = scopeOf(input);
    const source = input.name === null ? input.source : `${input.name} [${input.source}]`;
    const subject = scope === "" ? source : `${source} (${scope})`;
    return { action: "undo import", subject, subjectKind: "file" };
  },
  run: async (application, input, report) => {
    const { market, catalog } = application;
    const { sources, selection } = await selectForUndo(market, catalog, input);
    const today = currentDay();
    const { observations } = await previewUndo(market, selection, { today, withFigures: false });
    if (observations !== input.observations || selection.sourceIds.join() !== input.sourceIds.join()) {
      throw new ConflictError(
        "The figures have changed since they were shown. Show again what would change, and confirm that.",
      );
    }
    const removed = await undoImport(market, selection, {
      today,
      onDerive: ({ assetsDone, assetsTotal }) =>
        report(
          assetsTotal === 0 ? 1 : assetsDone / assetsTotal,
          `Derived ${assetsDone.toLocaleString("en")} of ${assetsTotal.toLocaleString("en")} assets`,
        ),
    });
    const hasSample = removed.unobserved > 0 && (await restoreSample(application, report));
    const names = sources.length === 1 ? (sources[0]?.name ?? "") : input.source;
    const figures = formatCount(removed.observations, "figure");
    const sample = hasSample
      ? ` ${formatCount(removed.unobserved, "asset")} without imported figures ${removed.unobserved === 1 ? "shows" : "show"} sample figures again.`
      : "";
    return {
      message: `Removed ${figures} of ${formatCount(removed.assets, "asset")}, reported by ${names}.${sample} Importing a file again with --again restores its figures.`,
    };
  },
});
