import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { createIsomorphicFn } from "@tanstack/react-start";
import { useHydrationMark } from "../../hydration/useHydrated";
import { pageContext } from "../../rpc/apiCaller";
import { isApiError } from "../../rpc/apiError";
import { errorCode, errorMessage } from "../../rpc/errorMessage";
import { Button } from "../../ui/controls/Button";
import { ErrorState } from "../../ui/display/ErrorState";

/** Request id of this page: the server's while rendering, then the one in the markup. */
const ofThisPage = createIsomorphicFn()
  .server((): string | null => pageContext().requestId)
  .client(
    (): string | null => document.querySelector("[data-request-id]")?.getAttribute("data-request-id") ?? null,
  );

/** Request id under which the server logged an error; null for errors that did not reach it. */
function requestIdOf(error: unknown): string | null {
  const response: unknown = isApiError(error) ? error.meta?.response : null;
  return (response instanceof Response ? response.headers.get("x-request-id") : null) ?? ofThisPage();
}

/** Page of an error. Only API messages are shown; other errors are in the log, under the request id. */
export function DefaultError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useHydrationMark("page");
  return (
    <div className="py-12">
      <h1 className="sr-only">This page could not be shown</h1>
      <ErrorState
        title="This page could not be shown"
        requestId={requestIdOf(error)}
        actions={
          <span className="js-only">
            <Button
              variant="primary"
              onClick={() => {
                // An error of the server while rendering needs a full reload.
                if (errorCode(error) === "SERVICE_UNAVAILABLE") return location.reload();
                reset();
                void router.invalidate();
              }}
            >
              Try again
            </Button>
          </span>
        }
      >
        {errorMessage(error)}
      </ErrorState>
    </div>
  );
}
