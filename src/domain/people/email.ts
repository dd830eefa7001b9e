import { z } from "zod";
import { personalEmailDomains } from "../vocabulary/people";

/**
 * One plain address: no display name, comment, quotes or list, and no letter that only looks like another.
 * Domains in other scripts are taken as the mail system writes them (`xn--…`).
 */
const PLAIN_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/** A mail address as it is stored and compared: trimmed, in lower case, at most 254 characters. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ pattern: PLAIN_ADDRESS }));

export const emailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const personal = new Set<string>(personalEmailDomains);

/** False for the public mail services of the block list. */
export const isWorkEmail = (email: string): boolean => !personal.has(emailDomain(email.trim()));

export const WORK_EMAIL_MESSAGE = "Please use your work email address";
