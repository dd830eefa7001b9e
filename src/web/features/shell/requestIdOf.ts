import { createIsomorphicFn } from "@tanstack/react-start";
import { TRPCClientError } from "@trpc/client";
import { pageContext } from "../../rpc/createApiClient";

/** The id of the request that this page was rendered for: the server's while rendering, then what it wrote. */
const ofThisPage = createIsomorphicFn()
  .server((): string | null => pageContext().requestId)
  .client(
    (): string | null => document.querySelector("[data-request-id]")?.getAttribute("data-request-id") ?? null,
  );

/** The id under which the server logged what went wrong; null for failures that never reached it. */
export function requestIdOf(error: unknown): string | null {
  const response: unknown = error instanceof TRPCClientError ? error.meta?.response : null;
  return (response instanceof Response ? response.headers.get("x-request-id") : null) ?? ofThisPage();
}
