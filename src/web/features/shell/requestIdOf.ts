import { createIsomorphicFn } from "@tanstack/react-start";
import { pageContext } from "../../rpc/apiCaller";
import { isApiError } from "../../rpc/apiError";

/** The id of the request that this page was rendered for: the server's while rendering, then what it wrote. */
const ofThisPage = createIsomorphicFn()
  .server((): string | null => pageContext().requestId)
  .client(
    (): string | null => document.querySelector("[data-request-id]")?.getAttribute("data-request-id") ?? null,
  );

/** The id under which the server logged what went wrong; null for failures that never reached it. */
export function requestIdOf(error: unknown): string | null {
  const response: unknown = isApiError(error) ? error.meta?.response : null;
  return (response instanceof Response ? response.headers.get("x-request-id") : null) ?? ofThisPage();
}
