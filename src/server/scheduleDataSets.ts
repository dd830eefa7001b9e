import { dataSetStore } from "#market";
import type { Application } from "./application";
import { dataSetFolder } from "./operations/dataSets";
import { operationRunner } from "./operations/operations";
import { today } from "./today";
import { StoppedError } from "./writerQueue";

/** Delay after the start, so that the first requests are not slowed down. */
const AFTER_START_MS = 180_000;

/**
 * Writes the data sets of `/downloads` once a day, and soon after the start if today's hour has passed or
 * there are none.
 */
export function scheduleDataSets(application: Application): void {
  const { configuration, log, jobs } = application;
  const hour = configuration.DATA_SETS_HOUR;
  if (hour === "off") return;
  const write = async () => {
    try {
      await operationRunner(application)("dataSets.write", {}, () => undefined);
    } catch (error) {
      if (error instanceof StoppedError) log.info("Data sets are incomplete; the next start completes them");
      else log.error(error, "Data sets could not be written");
    }
  };
  const at = `${String(hour).padStart(2, "0")}:40`;
  jobs.schedule("dataSets.write", { pattern: `40 ${hour} * * *`, words: `Daily at ${at} UTC` }, write);
  const catchUp = async () => {
    const [newest] = await dataSetStore(dataSetFolder(configuration)).versions();
    const now = new Date();
    const hasPassed = now.getUTCHours() * 60 + now.getUTCMinutes() >= hour * 60 + 40;
    const isDue = newest === undefined || (newest.day < today() && hasPassed);
    if (isDue) await write();
  };
  setTimeout(
    () => void catchUp().catch((error) => log.error(error, "Data sets could not be read")),
    AFTER_START_MS,
  ).unref();
}
