/** A lone surrogate as JSON writes it. Text that only looks like one costs a second pass. */
const HALF = /\\ud[89a-f]/;

/**
 * Serializes JSON for the engine, which rejects lone surrogates and all rows inserted with them: they become
 * U+FFFD, as in all other output.
 */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!HALF.test(json)) return json;
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
