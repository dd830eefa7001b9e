import path from "node:path";
import type { ImportDesk } from "#api";
import { requireUnpackedWithin } from "#ingest";
import type { Application } from "../application";
import { operationRunner } from "../operations/operations";
import { openImportDesk } from "./importDesk";

/**
 * Opens the desk for files that administrators import in the browser, and deletes files every hour that have
 * been unused for a day.
 * @param folder of uploaded files. Default: within the data folder.
 */
export async function keepImports(
  application: Application,
  folder = path.join(application.configuration.DATA_DIR, "uploads"),
): Promise<ImportDesk> {
  const { configuration, market, jobs, log } = application;
  const desk = await openImportDesk({
    folder,
    limit: configuration.IMPORT_UPLOAD_MB * 1e6,
    run: (owner, name, input, report, stop) => operationRunner(application, owner)(name, input, report, stop),
    requireUnpackedWithin: (file, limit) => requireUnpackedWithin(market, file, limit),
    log,
  });
  const sweep = () =>
    jobs
      .run("uploads.sweep", desk.sweep)
      .catch((error) => log.error(error, "Unused uploads could not be removed"));
  const { stop } = jobs.schedule(
    "uploads.sweep",
    { pattern: "37 * * * *", words: "Hourly, 37 minutes past the hour" },
    sweep,
  );
  application.onClose(async () => stop());
  return desk;
}
