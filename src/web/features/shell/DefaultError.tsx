import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { errorCode, errorMessage } from "../../rpc/errorMessage";
import { Button } from "../../ui/controls/Button";
import { ErrorState } from "../../ui/display/ErrorState";
import { requestIdOf } from "./requestIdOf";

/** Page of an error. Only API messages are shown; other errors are in the log, under the request id. */
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
