/** A noun of ours with its indefinite article: `an audit entry`, `a user`. */
export const withArticle = (noun: string): string => `${/^(?!use)[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** A count with its noun, for sentences: `1 second`, `1,200 rows`, `2 entities`. The plural is the noun with an s by default. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;
