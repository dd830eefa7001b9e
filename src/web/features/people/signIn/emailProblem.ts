import { isWorkEmail, plainEmail, WORK_EMAIL_MESSAGE } from "#domain/people";

/** Error message for a typed address, or null. */
export function emailProblem(email: string, { workOnly }: { workOnly: boolean }): string | null {
  if (email.trim() === "") return "Please enter your email";
  if (plainEmail(email) === null) return "Please enter a valid email address";
  return workOnly && !isWorkEmail(email) ? WORK_EMAIL_MESSAGE : null;
}
