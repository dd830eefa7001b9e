/**
 * A pattern of `like`, `ilike` and `notLike` as both engines read it. `%` is the only wildcard; `\%` is a percent sign and
 * `\\` a backslash. Any other backslash, and `_`, is literal.
 */
export const likePattern = (value: string): string =>
  value.replace(/\\[\\%]|[\\_]/g, (found) => (found.length === 2 ? found : `\\${found}`));

/** Text as a pattern that matches only the text itself. */
export const literalPattern = (text: string): string => text.replace(/[\\%]/g, "\\$&");

/** The text of a pattern from `literalPattern`. */
export const textOfPattern = (pattern: string): string => pattern.replace(/\\([\\%])/g, "$1");
