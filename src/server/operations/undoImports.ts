/** Lists imports and takes back what one of them reported. */
import { z } from "zod";
import { listAuditedActions } from "#accounts/audit";
import { currentDay } from "#domain/days";
import { ConflictError } from "#domain/errors";
import { formatCount } from "#domain/text";
import { listImports, previewUndo, selectForUndo, undoImport, undoSummary } from "#ingest";
import { IMPORT_ACTION } from "./importFiles";
import { operation } from "./operation";
import { restoreSample } from "./sample";

const selectionInput = {
  source: z.string().min(1),
  from: z.string().nullable().default(null),
  to: z.string().nullable().default(null),
  metrics: z.array(z.string().min(1)).default([]),
  entities: z.array(z.string().min(1)).default([]),
};

/** Every source of real figures, with who imported it: the first import of its name since it was registered. */
export const listImportsOperation = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ market, people }) => {
    const imports = await listImports(market);
    const actions = await listAuditedActions(people.db, IMPORT_ACTION);
    return imports.map((one) => {
      const since = new Date(one.importedAt);
      const entry = actions.find(({ at, subject }) => at >= since && subject.split(", ").includes(one.name));
      return { ...one, by: one.kind === "file" ? (entry?.actor ?? null) : null };
    });
  },
});

/** What an undo would change, as text, and what it is confirmed with. */
export const previewUndoOperation = operation({
  input: z.object(selectionInput),
  changesMarketData: false,
  settings: ["CATALOG_DIR", "BUNDLED_CATALOG"],
  run: async ({ market, catalog }, input) => {
    const { sources, selection } = await selectForUndo(market, catalog, input);
    const preview = await previewUndo(market, selection, { today: currentDay() });
    return {
      summary: undoSummary({ sources, preview }, catalog),
      sourceIds: selection.sourceIds,
      observations: preview.observations,
    };
  },
});

/** The selection as text, for the audit log. */
const scopeOf = ({ from, to, metrics, entities }: { [name in keyof typeof selectionInput]: unknown }) =>
  [
    ...(from === null ? [] : [`from ${from}`]),
    ...(to === null ? [] : [`to ${to}`]),
    ...[metrics, entities].flatMap((names) =>
      Array.isArray(names) && names.length > 0 ? [names.join(", ")] : [],
    ),
  ].join(", ");

/** Removes what was previewed. `sourceIds` and `observations` are those of the preview. */
export const undoImportOperation = operation({
  input: z.object({ ...selectionInput, sourceIds: z.array(z.number()), observations: z.number() }),
  changesMarketData: true,
  settings: ["SOURCE_PRECEDENCE", "CATALOG_DIR", "BUNDLED_CATALOG"],
  audit: (input) => {
    const scope = scopeOf(input);
    const subject = scope === "" ? input.source : `${input.source} (${scope})`;
    return { action: "undo import", subject, subjectKind: "file" };
  },
  run: async (application, input, report) => {
    const { market, catalog } = application;
    const { sources, selection } = await selectForUndo(market, catalog, input);
    const today = currentDay();
    const { observations } = await previewUndo(market, selection, { today, withFigures: false });
    if (observations !== input.observations || selection.sourceIds.join() !== input.sourceIds.join()) {
      throw new ConflictError("The figures have changed since they were shown. Run the command again.");
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
