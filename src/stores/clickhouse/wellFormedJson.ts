/** How JSON writes half of a character (a surrogate alone). A text that only looks like it costs a second look. */
const HALF = /\\ud[89a-f]/;

/**
 * JSON as the engine reads it. It refuses half of a character, and every row beside it: such halves become U+FFFD, as they
 * do in everything else that is sent.
 */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!HALF.test(json)) return json;
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
