/** A count with its noun, for sentences: `1 second`, `1,200 rows`. The noun is one that takes an s. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
