import { z } from "zod";
import { replaceControls } from "#domain/text";
import { providerSchema } from "#domain/vocabulary";
import type { UploadedFile } from "../../imports/importDesk";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

/** Maximum number of skipped columns in a result. */
const SKIPPED_COLUMNS = 50;

const settings = z.object({
  id: z.uuid(),
  source: providerSchema.nullable(),
  mapping: z.unknown(),
});

/** The caller's uploaded file for display, or null. Replaces control characters, which the file's texts can contain. */
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
      // Column names must be exact.
      proposal,
    },
  };
}

/** Replaces control characters in all texts of a value. */
function withoutControls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? replaceControls(part) : part,
  ) as T;
}

/**
 * Import of a file in the browser. The file is uploaded to `IMPORT_UPLOAD_PATH`; dry runs and imports continue after the call,
 * and `current` reports their progress.
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
