import { z } from "zod";
import { firstDayOf } from "../evidence/evidence";
import { catalogDate } from "./valueSchemas";

/** A date as far as a document says it: 2025, 2025-05 or 2025-05-31. */
export const partialDate = z.string().refine(
  (date) => {
    const isForm = /^\d{4}(-\d{2}){0,2}$/.test(date);
    return isForm && catalogDate.safeParse(firstDayOf(date)).success;
  },
  { error: "must be a date from 1900 to 2299: 2025, 2025-05 or 2025-05-31" },
);
