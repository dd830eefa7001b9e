import type { PageFailure } from "#domain";
import { apiErrorOf } from "./apiError";

/** The error of a page that the server could not render, in the format of a failed call. */
export const failedPage = ({ message, code }: PageFailure) => apiErrorOf({ message: message || code, code });
