import { isWorkEmail, plainEmail, WORK_EMAIL_MESSAGE } from "#domain/people";

/** Sign-in messages as worded in the specification (sections 5 and 8). */
export const signInMessages = {
  sendFailed: "Error sending verification email - please try again.",
  codeRefused: "Invalid verification code - please try again.",
  verifyFailed: "Verification failed - please try again.",
  codeWrong: "Verification failed - please check your code.",
  reenterEmail: "Please re-enter your email",
} as const;

/** Error message for a typed address, or null. */
export function emailProblem(email: string, { workOnly }: { workOnly: boolean }): string | null {
  if (email.trim() === "") return "Please enter your email";
  if (plainEmail(email) === null) return "Please enter a valid email address";
  return workOnly && !isWorkEmail(email) ? WORK_EMAIL_MESSAGE : null;
}
