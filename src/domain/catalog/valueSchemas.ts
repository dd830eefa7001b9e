/** Values that rows of several kinds have. */
import { z } from "zod";

export const catalogSlug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case words joined by single hyphens");
export const catalogId = z.int().positive().max(2_000_000_000);
export const httpUrl = z.url({ protocol: /^https?$/ });
