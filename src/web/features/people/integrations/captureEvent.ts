/** Sends page events to the analytics service through a path on our own origin (PostHog capture API). */
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { ANALYTICS_ID_KEY } from "../session/storageKeys";

export interface AnalyticsTarget {
  path: string;
  key: string;
}

/** Random analytics id of a visitor without an account. Valid for this tab. */
export function visitorId(): string {
  const known = readSessionItem(ANALYTICS_ID_KEY);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  writeSessionItem(ANALYTICS_ID_KEY, made);
  return made;
}

export function captureEvent(
  target: AnalyticsTarget,
  {
    event,
    userId,
    properties,
  }: { event: string; userId: string | null; properties: Record<string, unknown> },
): void {
  const body = JSON.stringify({
    api_key: target.key,
    event,
    distinct_id: userId ?? visitorId(),
    properties: { ...properties, ...(event === "$identify" ? { $anon_distinct_id: visitorId() } : {}) },
  });
  void fetch(`${target.path}/capture/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    keepalive: true,
  }).catch(() => undefined);
}
