import { createSerializationAdapter } from "@tanstack/react-router";
import type { PageFailure } from "#domain/site";

/**
 * A failed API call, recognized by its shape: importing the client's own class would add the client to the
 * first load of every page.
 */
interface ApiError extends Error {
  /** Undefined without a response from the server. */
  data?: { code?: unknown; problems?: unknown; isOtherOrganization?: unknown } | null;
  meta?: { response?: unknown };
}

const NAME = "TRPCClientError";

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === NAME;

/** An error in the format of the client. */
export const apiErrorOf = ({ message, code }: { message: string; code: string | null }): ApiError =>
  Object.assign(new Error(message), { name: NAME, data: { code } });

/** The server's message if it rejected a call because the user has switched to another organization. */
export function otherOrganization(error: unknown): string | null {
  const isOther = isApiError(error) && error.data?.isOtherOrganization === true;
  return isOther ? error.message : null;
}

/** Serializes API errors, so that a page that failed on the server keeps the message in the browser. */
export const apiErrors = createSerializationAdapter({
  key: "api-error",
  test: isApiError,
  toSerializable: ({ message, data }) => ({
    message,
    code: typeof data?.code === "string" ? data.code : null,
  }),
  fromSerializable: apiErrorOf,
});

/** The error of a page that the server could not render, in the format of a failed call. */
export const failedPage = ({ message, code }: PageFailure) => apiErrorOf({ message: message || code, code });
