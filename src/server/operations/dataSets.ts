import path from "node:path";
import { z } from "zod";
import { currentDay } from "#domain/days";
import { createMarket, writeDataSets } from "#market";
import type { Configuration } from "../configuration/configuration";
import { operation } from "./operation";

/** Folder of the data sets of `/downloads`. */
export const dataSetFolder = ({ DATA_DIR }: Pick<Configuration, "DATA_DIR">): string =>
  path.join(DATA_DIR, "downloads");

/** Writes today's data sets if they are missing, and deletes the oldest. */
export const writeDataSetsOperation = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async (application, _input, report) => {
    const { market: store, writers, configuration } = application;
    const day = currentDay();
    const written = await writers.run(
      (checkpoint, signal) =>
        writeDataSets(
          { market: createMarket({ store, cacheBytes: 0 }), store },
          {
            folder: dataSetFolder(configuration),
            day,
            keep: configuration.DATA_SETS_VERSIONS,
            signal,
            report: (share, file) => {
              report(share, file);
              checkpoint();
            },
          },
        ),
      { label: application.jobs.labelOf("dataSets.write") },
    );
    if (written) application.dataSetsDay = day;
    return { written };
  },
});
