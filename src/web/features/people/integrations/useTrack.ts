import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTrpc } from "../../../rpc/useTrpc";
import { replaySessionUrl } from "./sessionReplay";

/** What is reported last happens as the page is left. */
const context = { skipBatch: true, outlivesPage: true };

/** Reports what happened on a page. Never fails: nobody should notice that it did. */
export function useTrack(): (name: string, properties?: Readonly<Record<string, unknown>>) => void {
  const { mutate } = useMutation(useTrpc().analytics.track.mutationOptions({ trpc: { context } }));
  return useCallback(
    (name, properties = {}) =>
      mutate({
        name,
        logRocketSessionUrl: replaySessionUrl(),
        properties: { pathname: location.pathname, ...properties },
      }),
    [mutate],
  );
}
