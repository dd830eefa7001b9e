import { z } from "zod";
import { moveInvestments } from "#ingest";
import { today } from "../today";
import { operation } from "./operation";

/** Opens and closes imported investments on their dates. */
export const moveInvestmentsOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  run: ({ market }) => moveInvestments(market, { today: today() }),
});
