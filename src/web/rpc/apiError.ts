/**
 * A failed call of the API, told by its shape: the client's own class would bring the whole client into the
 * first load of every page, where nothing is called.
 */
export interface ApiError extends Error {
  /** Undefined where no server answered. */
  data?: { code?: unknown; problems?: unknown; isOtherOrganization?: unknown } | null;
  meta?: { response?: unknown };
}

const NAME = "TRPCClientError";

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === NAME;

/** An error as the client makes it of an answer. */
export const apiErrorOf = ({ message, code }: { message: string; code: string | null }): ApiError =>
  Object.assign(new Error(message), { name: NAME, data: { code } });
