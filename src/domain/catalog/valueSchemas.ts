/** Values that rows of several kinds have. */
import { z } from "zod";
import { firstDayOf } from "../evidence/evidence";

/** A date as far as a document says it: 2025, 2025-05 or 2025-05-31. */
export const partialDate = z.string().refine(
  (date) => {
    const isForm = /^\d{4}(-\d{2}){0,2}$/.test(date);
    return isForm && catalogDate.safeParse(firstDayOf(date)).success;
  },
  { error: "must be a date from 1900 to 2299: 2025, 2025-05 or 2025-05-31" },
);

export const catalogSlug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case words joined by single hyphens");
export const catalogId = z.int().positive().max(2_000_000_000);

/** The market store keeps dates of these years and would silently move any other to the nearest of them. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2299];
const isStoredDate = (date: string): boolean => {
  const year = Number(date.slice(0, 4));
  return !(year < FIRST_YEAR || year > LAST_YEAR);
};
export const catalogDate = z.iso
  .date()
  .refine(isStoredDate, { error: `must be a date from ${FIRST_YEAR} to ${LAST_YEAR}` });
export const httpUrl = z.url({ protocol: /^https?$/ });

/** The value of a letter or digit in an ISO 7064 check: 0 to 9, A as 10 to Z as 35. */
const digitsOf = (text: string): string =>
  [...text].map((letter) => Number.parseInt(letter, 36).toString()).join("");

/** ISO 17442: twenty letters and digits. The last two are check digits that make the number 1 modulo 97. */
export const lei = z
  .string()
  .refine((code) => /^[A-Z0-9]{18}\d{2}$/.test(code) && BigInt(digitsOf(code)) % 97n === 1n, {
    error: "must be a legal entity identifier with valid check digits",
  });
