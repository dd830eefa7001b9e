/** Where events about the use of the product go, once an operator has configured it. */
import type { Logger } from "pino";

export interface Analytics {
  /** Never throws and never waits for the other end. */
  track(event: AnalyticsEvent): void;
}

export interface AnalyticsEvent {
  name: string;
  /** The user's id, or null for an anonymous visitor. */
  userId: string | null;
  /** The id that page views of the visitor carry, if known. Events of users carry the user's id. */
  visitorId: string | null;
  properties: Readonly<Record<string, unknown>>;
}

export interface AnalyticsOptions {
  /** Address of a service that speaks the PostHog capture API. */
  url: string;
  key: string;
  log: Logger;
}

/** Events under way at once; more are dropped, so that a slow service costs us nothing. */
const MAX_IN_FLIGHT = 50;
const TIMEOUT_MS = 5_000;

export function createAnalytics({ url, key, log }: AnalyticsOptions): Analytics {
  let inFlight = 0;
  const send = async ({ name, userId, visitorId, properties }: AnalyticsEvent) => {
    inFlight += 1;
    const distinctId = userId ?? visitorId;
    try {
      await fetch(`${url.replace(/\/+$/, "")}/capture/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          api_key: key,
          event: name,
          distinct_id: distinctId ?? "anonymous",
          properties: { ...properties, ...(distinctId === null ? { $process_person_profile: false } : {}) },
          timestamp: new Date().toISOString(),
        }),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      log.debug(error, "An analytics event was not accepted");
    } finally {
      inFlight -= 1;
    }
  };
  return {
    track: (event) => {
      if (inFlight < MAX_IN_FLIGHT) void send(event);
    },
  };
}
