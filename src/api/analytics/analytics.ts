/** The destination of product analytics events, if an operator configured one. */
import type { Logger } from "pino";

export interface Analytics {
  /** Never throws, and does not wait for the service. */
  track(event: AnalyticsEvent): void;
}

export interface AnalyticsEvent {
  name: string;
  /** The user's id, or null for an anonymous visitor. */
  userId: string | null;
  /** The id of the visitor's page views, if known. Events of users have the user's id. */
  visitorId: string | null;
  properties: Readonly<Record<string, unknown>>;
}

export interface AnalyticsOptions {
  /** URL of a service that implements the PostHog capture API. */
  url: string;
  key: string;
  log: Logger;
}

/** Concurrent events; more are dropped, so that a slow service does not use up resources. */
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
