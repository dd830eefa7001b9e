const FIRST_HALF = /[\ud800-\udbff]/;

/**
 * The start of a text, at most `max` long. It ends with a whole character: half of one is no text, and stores refuse what
 * it is part of.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, FIRST_HALF.test(text.charAt(max - 1)) ? max - 1 : max);
}
