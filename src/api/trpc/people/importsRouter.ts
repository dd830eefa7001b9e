import { z } from "zod";
import { providerSchema, replaceControls } from "#domain";
import type { UploadedFile } from "../../imports/importDesk";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

/** Columns that are listed as skipped. */
const SKIPPED_COLUMNS = 50;

const settings = z.object({
  id: z.uuid(),
  source: providerSchema.nullable(),
  mapping: z.unknown(),
});

/** The caller's uploaded file as pages show it, or null: texts of a file may have control characters. */
function shownUpload(upload: UploadedFile | null) {
  if (upload === null) return null;
  const { check } = upload;
  if (check === null) return { ...upload, check: null };
  const { proposal, skippedColumns, ...rest } = check;
  return {
    ...upload,
    check: {
      ...withoutControls(rest),
      skippedColumns: withoutControls(skippedColumns.slice(0, SKIPPED_COLUMNS)),
      skippedCount: skippedColumns.length,
      // Names of columns must be exact.
      proposal,
    },
  };
}

/** A value whose texts have no control characters. */
function withoutControls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? replaceControls(part) : part,
  ) as T;
}

/**
 * Import of a file in the browser. The file is uploaded to `IMPORT_UPLOAD_PATH`; a dry run and the import go on after the call,
 * and `current` tells how far they are.
 */
export const importsRouter = t.router({
  current: domainProcedure.query(({ ctx: { services, user } }) => ({
    limit: services.imports.limit,
    upload: shownUpload(services.imports.current(user.id)),
  })),
  check: domainProcedure
    .input(settings)
    .mutation(({ ctx: { services, user }, input }) => shownUpload(services.imports.check(user.id, input))),
  start: domainProcedure
    .input(settings.extend({ again: z.boolean() }))
    .mutation(({ ctx: { services, user }, input }) => shownUpload(services.imports.start(user.id, input))),
  discard: domainProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx: { services, user }, input }) => services.imports.discard(user.id, input.id)),
});
