import { useMutation } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTrpc } from "../../../rpc/useTrpc";
import { visitorId } from "./captureEvent";
import { browserObjects, consentIn } from "./consent";
import { replaySessionUrl } from "./sessionReplay";

/** Events can be sent while the page unloads. */
const context = { skipBatch: true, outlivesPage: true };

/**
 * Sends an event with the visitor id of page views. Errors are not shown. Without analytics or consent, no id
 * is created and the server drops the event.
 */
export function useTrack(): (name: string, properties?: Readonly<Record<string, unknown>>) => void {
  const { mutate } = useMutation(useTrpc().analytics.track.mutationOptions({ trpc: { context } }));
  const isOn = useRouteContext({
    from: "__root__",
    select: ({ site }) => site.integrations.analytics !== null,
  });
  return useCallback(
    (name, properties = {}) => {
      const isAllowed = isOn && !browserObjects() && consentIn(document.cookie) === "granted";
      mutate({
        name,
        logRocketSessionUrl: replaySessionUrl(),
        properties: {
          pathname: location.pathname,
          ...properties,
          ...(isAllowed && { distinct_id: visitorId() }),
        },
      });
    },
    [mutate, isOn],
  );
}
