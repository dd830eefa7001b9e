import { z } from "zod";
import { MAX_EMAIL_LENGTH, PLAIN_ADDRESS } from "./email";

/** A mail address as it is stored and compared: trimmed, in lower case, at most 254 characters. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH)
  .pipe(z.email({ pattern: PLAIN_ADDRESS }));
