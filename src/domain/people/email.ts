import { personalEmailDomains } from "../vocabulary/people";

/**
 * One plain address: no display name, comment, quotes or list, and no letter that only looks like another.
 * Domains in other scripts are taken as the mail system writes them (`xn--…`).
 */
export const PLAIN_ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

export const MAX_EMAIL_LENGTH = 254;

/** The result of `emailSchema` for pages without the schema library; null for an invalid address. */
export function plainEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && PLAIN_ADDRESS.test(email) ? email : null;
}

export const emailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const personal = new Set<string>(personalEmailDomains);

/** False for the public mail services of the block list. */
export const isWorkEmail = (email: string): boolean => !personal.has(emailDomain(email.trim()));

export const WORK_EMAIL_MESSAGE = "Please use your work email address";
