import type { Application } from "../application";
import type { WriterOptions } from "../writerQueue";

/** Does work on market data in the writers' turn; caches look again afterwards, also where it fails half-way. */
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
