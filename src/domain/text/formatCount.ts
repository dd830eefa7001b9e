/** A noun of ours with its indefinite article: `an audit entry`, `a user`. */
export const withArticle = (noun: string): string => `${/^(?!use)[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** A count with its noun, for sentences: `1 second`, `1,200 rows`. The noun is one that takes an s. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
