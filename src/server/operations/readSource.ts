import { z } from "zod";
import { readScheduledSource, type ScheduledSource } from "#ingest";
import { StoppedError } from "../writerQueue";
import { changeMarketData } from "./changeMarketData";
import { operation } from "./operation";

/** Reads new data from a source. Failures of an origin are logged. */
export const readSourceOperation = (source: ScheduledSource) =>
  operation({
    input: z.object({}),
    changesMarketData: false,
    run: (application, _input, report) =>
      readScheduledSource(application.market, source, {
        catalog: application.catalog,
        settings: application.configuration,
        now: () => new Date(),
        exclusively: (work) => changeMarketData(application, work),
        report,
        onFailure: (origin, error) => {
          if (error instanceof StoppedError) throw error;
          const reason = error instanceof Error ? error.message : String(error);
          application.log.warn(
            { [source.kind]: origin.name, reason },
            `${source.oneOrigin} could not be read`,
          );
        },
      }),
  });
