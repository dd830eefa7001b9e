import { z } from "zod";
import { NotFoundError } from "#domain/errors";
import { replaceControls } from "#domain/text";
import { providerSchema } from "#domain/vocabulary";
import { reasonSchema, undoRequestSchema, valueRequestSchema } from "#ingest";
import type { UploadedFile } from "../../imports/importDesk";
import { importOrders, pageOfImports } from "../../imports/pageOfImports";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

/** Marked values on a page. */
const MARKS_PAGE = 50;

/** Maximum number of skipped columns in a result. */
const SKIPPED_COLUMNS = 50;

const sourceId = z.int().positive().max(0xffff_ffff);

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

  /** What was imported: a page of the sources whose texts contain every searched word. */
  list: domainProcedure
    .input(
      z.object({
        search: z.string().max(4_000).nullable(),
        sort: z.object({ field: z.enum(importOrders), direction: z.enum(["asc", "desc"]) }),
        page: z.int().positive().max(100_000),
        perPage: z.int().positive().max(100),
      }),
    )
    .query(async ({ ctx: { services }, input }) =>
      withoutControls(pageOfImports(await services.corrections.imports(), input)),
    ),
  /** One source, with the metrics and entities of its stored values. */
  get: domainProcedure
    .input(z.object({ id: sourceId }))
    .query(async ({ ctx: { services }, input: { id } }) =>
      withoutControls(await services.corrections.importOf(id)),
    ),
  /** What taking back the selected values of a source would change. Stores nothing. */
  previewUndo: domainProcedure
    .input(undoRequestSchema.extend({ source: z.string().regex(/^\d+$/).max(20) }))
    .query(async ({ ctx: { services }, input }) =>
      withoutControls(await services.corrections.previewUndo(input)),
    ),
  /** Starts to take back what was previewed; `correction` reports the progress. */
  undo: domainProcedure
    .input(
      undoRequestSchema.extend({
        source: z.string().regex(/^\d+$/).max(20),
        observations: z.int().positive(),
      }),
    )
    .mutation(async ({ ctx: { services, user }, input }) => {
      const { source } = await services.corrections.importOf(Number(input.source));
      return services.corrections.start(user.id, {
        operation: "imports.undo",
        input: { ...input, sourceIds: [source.id], name: source.name },
        subject: source.name,
      });
    }),
  /** Values that were marked as wrong, newest first. */
  marks: domainProcedure
    .input(z.object({ page: z.int().positive().max(100_000) }))
    .query(async ({ ctx: { services }, input: { page } }) => {
      const marks = await services.corrections.marks();
      const pageCount = Math.max(1, Math.ceil(marks.length / MARKS_PAGE));
      return {
        marks: withoutControls(marks.slice((page - 1) * MARKS_PAGE, page * MARKS_PAGE)),
        pagination: { page, perPage: MARKS_PAGE, pageCount, resultCount: marks.length },
      };
    }),
  /** What marking a reported value as wrong would change. Stores nothing. */
  previewSupersede: domainProcedure
    .input(valueRequestSchema)
    .query(async ({ ctx: { services }, input }) =>
      withoutControls(await services.corrections.previewSupersede(input)),
    ),
  /** Starts to mark what was previewed as wrong. */
  supersede: domainProcedure
    .input(
      valueRequestSchema.extend({ value: z.number(), reason: reasonSchema, signature: z.string().max(80) }),
    )
    .mutation(({ ctx: { services, user }, input }) =>
      services.corrections.start(user.id, {
        operation: "observations.supersede",
        input,
        subject: `${input.metric} of ${input.entity} on ${input.date}`,
      }),
    ),
  /** Starts to lift a mark. */
  restore: domainProcedure
    .input(z.object({ id: z.int().positive() }))
    .mutation(async ({ ctx: { services, user }, input: { id } }) => {
      const mark = (await services.corrections.marks()).find((one) => one.id === id);
      if (mark === undefined) throw new NotFoundError(`There is no mark ${id}.`);
      return services.corrections.start(user.id, {
        operation: "observations.restore",
        input: { id },
        subject: `${mark.metric} of ${mark.entity} on ${mark.date}`,
      });
    }),
  /** The caller's latest correction, with its progress or result; null without one. */
  correction: domainProcedure.query(({ ctx: { services, user } }) => {
    const current = services.corrections.current(user.id);
    return current === null ? null : withoutControls(current);
  }),
  closeCorrection: domainProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx: { services, user }, input }) => services.corrections.close(user.id, input.id)),
});
