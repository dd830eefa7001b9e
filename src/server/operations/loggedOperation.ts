import type { Application } from "../application";
import { StoppedError } from "../writerQueue";
import { operationRunner } from "./operations";

/** Runs an operation and logs its failure. A stopped operation continues at the next start. */
export const loggedOperation =
  (application: Application, { name, failed }: { name: string; failed: string }) =>
  async (): Promise<void> => {
    try {
      await operationRunner(application)(name, {}, () => undefined);
    } catch (error) {
      if (!(error instanceof StoppedError)) application.log.error(error, failed);
    }
  };
