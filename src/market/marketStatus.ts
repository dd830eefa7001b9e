import { type MarketStatus, UnavailableError } from "#domain";
import type { Market } from "./market";

export async function marketStatus(_market: Market): Promise<MarketStatus> {
  throw new UnavailableError("This is not built yet.");
}
