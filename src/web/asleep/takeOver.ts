/** How the browser takes over the page that it was opened with; the server takes over none. */
export const takeOver = {
  /** Until that page has been rendered for the first time. */
  isUnderWay: typeof window !== "undefined",
  /** Whether the server says of that page that it sleeps. */
  isAsleep: false,
};
