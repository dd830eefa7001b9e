const FIRST_HALF = /[\ud800-\udbff]/;

/**
 * The start of a text, at most `max` long. It ends with a whole character: stores reject text with an
 * unpaired surrogate.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, FIRST_HALF.test(text.charAt(max - 1)) ? max - 1 : max);
}
