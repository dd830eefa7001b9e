import { TRPCClientError } from "@trpc/client";
import type { PageFailure } from "#domain";

/** The error of a page that the server could not make, told like that of a failed call. */
export const failedPage = ({ message, code }: PageFailure) =>
  TRPCClientError.from<never>({ error: { message: message || code, code: -32603, data: { code } } });
