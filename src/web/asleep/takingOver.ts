/** Whether the browser still takes over the page that it was opened with, whose code may sleep. Never on the server. */
let isTakingOver = typeof window !== "undefined";

export const pageIsTakenOver = (): void => {
  isTakingOver = false;
};

export const isPageTakenOver = (): boolean => !isTakingOver;
