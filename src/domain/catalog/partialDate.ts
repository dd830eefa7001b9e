import { z } from "zod";
import { firstDayOf } from "../evidence/evidence";

/** A date as far as a document says it: 2025, 2025-05 or 2025-05-31. */
export const partialDate = z.string().refine(
  (date) => {
    const isForm = /^\d{4}(-\d{2}){0,2}$/.test(date);
    return isForm && z.iso.date().safeParse(firstDayOf(date)).success;
  },
  { error: "must be a date: 2025, 2025-05 or 2025-05-31" },
);
