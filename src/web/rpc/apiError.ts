/**
 * A failed API call, recognized by its shape: importing the client's own class would add the client to the
 * first load of every page.
 */
export interface ApiError extends Error {
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
