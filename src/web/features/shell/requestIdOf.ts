import { createIsomorphicFn } from "@tanstack/react-start";
import { pageContext } from "../../rpc/apiCaller";
import { isApiError } from "../../rpc/apiError";

/** Request id of this page: the server's while rendering, then the one in the markup. */
const ofThisPage = createIsomorphicFn()
  .server((): string | null => pageContext().requestId)
  .client(
    (): string | null => document.querySelector("[data-request-id]")?.getAttribute("data-request-id") ?? null,
  );

/** Request id under which the server logged an error; null for errors that did not reach it. */
export function requestIdOf(error: unknown): string | null {
  const response: unknown = isApiError(error) ? error.meta?.response : null;
  return (response instanceof Response ? response.headers.get("x-request-id") : null) ?? ofThisPage();
}
