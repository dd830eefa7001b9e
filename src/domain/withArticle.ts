/** A noun of ours with its indefinite article: `an audit entry`, `a user`. */
export const withArticle = (noun: string): string => `${/^(?!use)[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
