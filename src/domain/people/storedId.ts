import { z } from "zod";

/** Number of a row that people made: the store counts them in 32 bits, and no row has a higher one. */
export const storedId = z.int().positive().max(2_147_483_647);
