import { z } from "zod";
import { MOST_QUARANTINED_AT_ONCE } from "#domain";
import { listQuarantine, listUnserved, quarantineSummary, unservedSummary } from "#ingest";
import { operation } from "./operation";

/** Series in the summary that are stored and not served. */
const UNSERVED_SERIES = 100;

export const listQuarantineOperation = operation({
  input: z.object({
    file: z.string().min(1).nullable(),
    limit: z.number().int().min(1).max(MOST_QUARANTINED_AT_ONCE),
  }),
  changesMarketData: false,
  run: async ({ market }, input) => {
    const { rows, total, kinds } = await listQuarantine(market, input);
    const unserved = await listUnserved(market, { file: input.file, limit: UNSERVED_SERIES });
    const summary = [quarantineSummary(kinds), unservedSummary(unserved)].filter((part) => part !== "");
    return { rows, total, summary: summary.join("\n") };
  },
});
