/** The error statuses of the data API, as in docs/api.md. */
export const apiErrors: readonly { status: string; when: string }[] = [
  { status: "400", when: "The query is invalid. `errors` gives each location and what was expected." },
  { status: "401", when: "The key is missing, unknown, revoked or expired." },
  { status: "403", when: "The key's plan, policies, endpoints or actions do not include the request." },
  { status: "404", when: "No such entity or path." },
  { status: "405", when: "The method is not `GET`, `HEAD` or `OPTIONS`." },
  { status: "413, 414, 431", when: "The body, URL or headers are too long. The message names the limit." },
  { status: "422", when: "The query exceeds the memory limit. Request less." },
  {
    status: "429",
    when: "Too many requests, too much database time, or the monthly row limit is reached. Retry after `Retry-After` seconds.",
  },
  { status: "500", when: "An internal error. The log has details under `requestId`." },
  {
    status: "503",
    when: "The queue is full, or a database is unavailable. Retry after `Retry-After` seconds.",
  },
  { status: "504", when: "The query exceeds the time limit. Request less." },
];
