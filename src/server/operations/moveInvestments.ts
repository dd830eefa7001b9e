import { z } from "zod";
import { moveInvestments } from "#ingest";
import { today } from "../today";
import { operation } from "./operation";

/** Has imported investments open and close on their days. */
export const moveInvestmentsOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  run: ({ market }) => moveInvestments(market, { today: today() }),
});
