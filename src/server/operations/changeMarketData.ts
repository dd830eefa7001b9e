import type { Application } from "../application";
import type { WriterOptions } from "../writerQueue";

/**
 * Runs work on market data in the writer queue. Refreshes the caches afterwards, even if the work fails
 * half-way.
 */
export const changeMarketData = <T>(
  { writers, refreshDataVersion }: Pick<Application, "writers" | "refreshDataVersion">,
  work: (checkpoint: () => void) => Promise<T>,
  options?: WriterOptions,
): Promise<T> =>
  writers.run(async (checkpoint) => {
    try {
      return await work(checkpoint);
    } finally {
      await refreshDataVersion();
    }
  }, options);
