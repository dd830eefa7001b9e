import { isApiError } from "./apiError";

/** Default message by error code, if the server's message is not user-facing. */
const words: Readonly<Record<string, string>> = {
  PARSE_ERROR: "The request was not understood. Reload the page and try again.",
  BAD_REQUEST: "Some of your input is invalid. Check it and try again.",
  INTERNAL_SERVER_ERROR: "Something went wrong on our side. Please try again.",
  UNAUTHORIZED: "Your session has ended. Sign in again.",
  FORBIDDEN: "Your account does not have permission to do this.",
  NOT_FOUND: "This no longer exists. It may have been removed.",
  METHOD_NOT_SUPPORTED: "This page is out of date. Reload it and try again.",
  TIMEOUT: "The request timed out. Try again in a moment.",
  CONFLICT: "This was changed by someone else in the meantime. Reload the page and try again.",
  PRECONDITION_FAILED: "Another step is required first. Reload the page to see the current state.",
  PAYLOAD_TOO_LARGE: "The request is too large. Shorten it and try again.",
  UNPROCESSABLE_CONTENT: "This cannot be saved. Check your input and try again.",
  TOO_MANY_REQUESTS: "Too many requests. Wait a moment and try again.",
  CLIENT_CLOSED_REQUEST: "The request was cancelled. Try again.",
  SERVICE_UNAVAILABLE: "This is temporarily unavailable. Try again in a few minutes.",
};

/** Codes with user-facing messages from the server. */
const inServersWords = new Set([
  "BAD_REQUEST",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "PRECONDITION_FAILED",
  "UNPROCESSABLE_CONTENT",
  "TOO_MANY_REQUESTS",
  "SERVICE_UNAVAILABLE",
]);

const UNREACHABLE = "Cannot reach the server. Check your connection and try again.";

/** The code of a failed call; null without a response, and for other errors. */
export function errorCode(error: unknown): string | null {
  if (!isApiError(error)) return null;
  const code: unknown = error.data?.code;
  return typeof code === "string" ? code : null;
}

/** The message of a failed call for users. */
export function errorMessage(error: unknown): string {
  if (!isApiError(error)) return words.INTERNAL_SERVER_ERROR as string;
  const code = errorCode(error);
  if (code === null) return UNREACHABLE;
  // Without a specific message, the error contains its code or the schema's list of issues.
  const isUserFacing = inServersWords.has(code) && !/^([A-Z_]+$|[[{])/.test(error.message.trim());
  return isUserFacing ? error.message : (words[code] ?? (words.INTERNAL_SERVER_ERROR as string));
}
