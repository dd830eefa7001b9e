import { z } from "zod";
import { listQuarantine } from "#ingest";
import { operation } from "./operation";

export const listQuarantineOperation = operation({
  input: z.object({ file: z.string().min(1).nullable(), limit: z.number().int().min(1).max(1_000_000) }),
  changesMarketData: false,
  run: ({ market }, input) => listQuarantine(market, input),
});
