import path from "node:path";
import { isDownloadOpen } from "#api";
import { type DownloadStore, openDownloadStore } from "#market";
import type { Application } from "./application";

const GB = 1_000_000_000;
const HOUR_MS = 3_600_000;

/**
 * Opens the files of signed links, and removes every hour what has expired or was made for a key that has ended or may
 * read something else now. Null where none are kept.
 */
export async function startDownloads({
  configuration,
  people,
  jobs,
  log,
  onClose,
}: Pick<
  Application,
  "configuration" | "people" | "jobs" | "log" | "onClose"
>): Promise<DownloadStore | null> {
  const { DATA_DIR, DOWNLOAD_HOURS, DOWNLOAD_GB } = configuration;
  const store = await openDownloadStore({
    folder: path.join(DATA_DIR, "download-links"),
    limits: { keptMs: DOWNLOAD_HOURS * HOUR_MS, totalBytes: DOWNLOAD_GB * GB },
    isToKeep: (download) => isDownloadOpen(people, download),
  });
  onClose(store.close);
  const sweep = () =>
    jobs
      .run("downloads.sweep", store.sweep)
      .catch((error) => log.error(error, "Expired downloads could not be removed"));
  jobs.schedule(
    "downloads.sweep",
    { pattern: "27 * * * *", words: "Hourly, 27 minutes past the hour" },
    sweep,
  );
  return DOWNLOAD_GB === 0 ? null : store;
}
