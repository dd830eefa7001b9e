import path from "node:path";
import { isDownloadOpen } from "#api";
import { type DownloadStore, openDownloadStore } from "#market";
import type { Application } from "./application";

const GB = 1_000_000_000;
const HOUR_MS = 3_600_000;

/**
 * Serves the files of signed links. Every hour, deletes files that have expired or whose key has ended or now
 * has other permissions. Null if links are off.
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
