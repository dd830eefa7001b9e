import { hangLimits } from "./hangLimits";

const FEW = 250;

/** Number of random filters of a test. Set `RANDOM_FILTERS` for more: a hundred thousand take half an hour. */
export const randomFilters = Number(process.env.RANDOM_FILTERS ?? FEW);

/** How long that many filters may take before the test counts as hanging, in milliseconds. */
export const randomFiltersLimit = hangLimits.test * Math.max(1, randomFilters / FEW);
