import { randomUUID } from "node:crypto";
import type { CorrectionDesk, StartedCorrection } from "#api";
import { currentDay } from "#domain/days";
import { ConflictError, DomainError, NotFoundError } from "#domain/errors";
import { importParts, reportSupersession } from "#ingest";
import type { Application } from "../application";
import { operationRunner } from "../operations/operations";
import { readMarkList } from "../operations/supersede";
import { readImports, reportUndo } from "../operations/undoImports";

/** Corrections are operations of their administrator, so that the audit log has them. */
export function openCorrectionDesk(application: Application): CorrectionDesk {
  const { market, log } = application;
  const started = new Map<string, StartedCorrection>();
  return {
    imports: () => readImports(application),
    importOf: async (id) => {
      const source = (await readImports(application)).find((one) => one.id === id);
      if (source === undefined) throw new NotFoundError(`There is no import ${id}.`);
      return { source, parts: await importParts(market, application.catalog, id) };
    },
    previewUndo: (request) => reportUndo(application, request),
    marks: () => readMarkList(application),
    previewSupersede: (request) =>
      reportSupersession(market, application.catalog, { request, today: currentDay() }),
    current: (owner) => started.get(owner) ?? null,
    start: (owner, { operation, input, subject }) => {
      if (started.get(owner)?.state === "running") {
        throw new ConflictError("Another correction of yours is in progress. Wait until it has ended.");
      }
      const correction: StartedCorrection = {
        id: randomUUID(),
        operation,
        subject,
        state: "running",
        progress: { share: 0, message: "Starting" },
        message: null,
      };
      started.set(owner, correction);
      const report = (share: number, message: string) => {
        if (correction.state === "running") correction.progress = { share, message };
      };
      const end = (state: "done" | "failed", message: string) =>
        Object.assign(correction, { state, message, progress: null });
      void operationRunner(application, owner)(operation, input, report).then(
        (output) => end("done", (output as { message: string }).message),
        (error: unknown) => {
          if (!(error instanceof DomainError)) log.error({ err: error, operation }, "A correction failed");
          end(
            "failed",
            error instanceof DomainError
              ? error.message
              : "Something went wrong on our side; the log has the reason.",
          );
        },
      );
      return correction;
    },
    close: (owner, id) => {
      const correction = started.get(owner);
      if (correction?.id === id && correction.state !== "running") started.delete(owner);
    },
  };
}
