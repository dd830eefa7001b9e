import { setImmediate as nextTurn } from "node:timers/promises";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";
import { currentDay } from "#domain/days";
import { clearSample, loadSample, nextRowVersion, sampleStatus, writeSetting } from "#ingest";
import { readSetting } from "#stores";
import type { Application } from "../application";
import { operation, type Report } from "./operation";

/**
 * Makes the JavaScript engine return unused memory of a long job to the operating system, which it would
 * otherwise retain. For the end of jobs that fill the heap; takes a fraction of a second.
 */
export async function releaseMemory(): Promise<void> {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") return;
  // The second pass frees the pages that the first one emptied.
  for (let round = 0; round < 2; round += 1) {
    await nextTurn();
    collect();
  }
}

/**
 * Setting that records that an operator removed the sample data, so that a restart does not generate it
 * again.
 */
const SAMPLE_REMOVED = "sample_removed";

const nothing = z.object({});

const remember = async ({ market }: Application, removed: boolean) =>
  writeSetting(market, {
    name: SAMPLE_REMOVED,
    value: String(removed),
    version: await nextRowVersion(market),
  });

const isSampleWanted = async ({ market, configuration }: Application) =>
  configuration.SAMPLE_DATA !== "off" && (await readSetting(market, SAMPLE_REMOVED)) !== "true";

async function load(application: Application, report: Report) {
  const { market, catalog, configuration } = application;
  application.sampleProgress = 0;
  try {
    const counts = await loadSample(market, catalog, {
      seed: configuration.SAMPLE_SEED,
      today: currentDay(),
      onProgress: (share) => {
        application.sampleProgress = share;
        report(share, "Generating sample data");
      },
    });
    if (counts.observations > 0) await releaseMemory();
    return {
      message: `Sample data is loaded: ${counts.observations.toLocaleString("en")} new observations.`,
    };
  } finally {
    application.sampleProgress = null;
  }
}

export const loadSampleOperation = operation({
  input: nothing,
  changesMarketData: true,
  settings: ["SAMPLE_SEED", "CATALOG_DIR", "BUNDLED_CATALOG"],
  audit: () => ({ action: "load sample data", subject: "", subjectKind: "sample_data" }),
  run: async (application, _, report) => {
    await remember(application, false);
    return load(application, report);
  },
});

/** Whether pages must wait: sample data is enabled, and its generation has not been completed before. */
export async function awaitsFirstSample(application: Application): Promise<boolean> {
  return (await isSampleWanted(application)) && !(await sampleStatus(application.market)).loaded;
}

/** As `sample.load`, at the start, unless the operator has removed or disabled sample data. */
export const refreshSampleOperation = operation({
  input: nothing,
  changesMarketData: true,
  run: async (application, _, report) => {
    const isWanted = await isSampleWanted(application);
    return isWanted ? load(application, report) : { message: "Sample data is off." };
  },
});

/** Loads sample data that is missing, unless the operator has removed or disabled it. @returns whether it did */
export async function restoreSample(application: Application, report: Report): Promise<boolean> {
  if (!(await isSampleWanted(application))) return false;
  await load(application, report);
  return true;
}

export const clearSampleOperation = operation({
  input: nothing,
  changesMarketData: true,
  audit: () => ({ action: "remove sample data", subject: "", subjectKind: "sample_data" }),
  run: async (application) => {
    await remember(application, true);
    await clearSample(application.market, { today: currentDay() });
    return { message: "All sample data removed. `cadastre sample load` restores it." };
  },
});

export const sampleStatusOperation = operation({
  input: nothing,
  changesMarketData: false,
  run: async ({ market }) => {
    const status = await sampleStatus(market);
    return {
      message: status.loaded
        ? `Sample data is loaded: ${status.observations.toLocaleString("en")} observations up to ${status.upTo}.`
        : "No sample data is loaded.",
    };
  },
});
