import { type Filter, InvalidError, type SplitResource } from "#domain";
import { figureSources } from "./figureSources";
import type { Market } from "./market";
import { marketStatus } from "./marketStatus";

/**
 * Whether any figure of a part of the market is sample data. A condition that selects rows by their figures
 * cannot be applied to figures, so the result is then that of the whole.
 */
export async function hasSample(
  market: Market,
  resource: SplitResource,
  filter: Filter | null,
): Promise<boolean> {
  if (!(await marketStatus(market)).has_sample) return false;
  try {
    return (await figureSources(market, { resource, filter })).has_sample;
  } catch (error) {
    if (error instanceof InvalidError) return true;
    throw error;
  }
}
