import { hangLimits } from "./hangLimits";

const FEW = 250;

/** How many random filters a test asks. `RANDOM_FILTERS` asks more of them: a hundred thousand in half an hour. */
export const randomFilters = Number(process.env.RANDOM_FILTERS ?? FEW);

/** How long so many may take before the test counts as hanging, in milliseconds. */
export const randomFiltersLimit = hangLimits.test * Math.max(1, randomFilters / FEW);
