import { z } from "zod";
import { MOST_QUARANTINED_AT_ONCE } from "#domain";
import { listQuarantine, quarantineSummary } from "#ingest";
import { operation } from "./operation";

export const listQuarantineOperation = operation({
  input: z.object({
    file: z.string().min(1).nullable(),
    limit: z.number().int().min(1).max(MOST_QUARANTINED_AT_ONCE),
  }),
  changesMarketData: false,
  run: async ({ market }, input) => {
    const { rows, total, kinds } = await listQuarantine(market, input);
    return { rows, total, summary: quarantineSummary(kinds) };
  },
});
