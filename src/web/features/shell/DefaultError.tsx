import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { errorCode, errorMessage } from "../../rpc/errorMessage";
import { Button } from "../../ui/controls/Button";
import { ErrorState } from "../../ui/display/ErrorState";
import { requestIdOf } from "./requestIdOf";

/** For a page that failed. Only the API's own words are shown; anything else is in the log, under the request id. */
export function DefaultError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
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
                // What the server could not do for the whole page, it has to be asked for as a whole.
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
