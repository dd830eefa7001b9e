import { type LimitState, limitRules } from "#accounts/limits";

/** All of these limits have the same window. */
const { seconds: WINDOW_SECONDS } = limitRules.keys;

/**
 * Rate limit headers: the de facto `X-RateLimit-*` and the IETF drafts `RateLimit` and `RateLimit-Policy`, which also
 * report database time.
 */
export function rateHeaders(requests: LimitState, work: LimitState | null = null): Record<string, string> {
  const policies = [
    { name: "requests", state: requests, unit: "" },
    ...(work === null ? [] : [{ name: "work", state: work, unit: ';qu="milliseconds"' }]),
  ];
  const secondsLeft = (reset: number) =>
    Math.min(WINDOW_SECONDS, Math.max(0, reset - Math.floor(Date.now() / 1000)));
  return {
    "X-RateLimit-Limit": String(requests.limit),
    "X-RateLimit-Remaining": String(requests.remaining),
    "X-RateLimit-Reset": String(requests.reset),
    "RateLimit-Policy": policies
      .map(({ name, state, unit }) => `"${name}";q=${state.limit};w=${WINDOW_SECONDS}${unit}`)
      .join(", "),
    RateLimit: policies
      .map(({ name, state }) => `"${name}";r=${state.remaining};t=${secondsLeft(state.reset)}`)
      .join(", "),
  };
}
