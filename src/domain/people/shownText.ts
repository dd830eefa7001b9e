/** Control characters, line and paragraph separators, and halves of a character. */
export const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Marks that change the direction of the text after them, beyond the name itself. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Cleans a text for display next to others. Texts stored before names were validated are shown harmlessly,
 * too.
 */
export const shownText = (text: string): string =>
  text.replace(DIRECTION, "").replace(new RegExp(CONTROL, "gu"), "\ufffd");
