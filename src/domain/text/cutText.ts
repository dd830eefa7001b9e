const HEAD = 8;
const TAIL = 6;

/** An address or a hash with both its ends, `0x7712c3…a2aec0`; whole where that would not be shorter. */
export function shortAddress(address: string): string {
  const characters = [...address];
  return characters.length > HEAD + TAIL + 3
    ? `${characters.slice(0, HEAD).join("")}…${characters.slice(-TAIL).join("")}`
    : address;
}

const LONGEST = 100;

/** Quotes received text for a message and truncates long text. */
export const quoted = (text: string | number): string => {
  const shown = typeof text === "string" && text.length > LONGEST ? `${cutText(text, LONGEST)}…` : text;
  return JSON.stringify(shown);
};

const FIRST_HALF = /[\ud800-\udbff]/;

/**
 * The start of a text, at most `max` long. It ends with a whole character: stores reject text with an
 * unpaired surrogate.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, FIRST_HALF.test(text.charAt(max - 1)) ? max - 1 : max);
}
