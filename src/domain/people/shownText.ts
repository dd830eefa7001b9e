/** Control characters, line and paragraph separators, and halves of a character. */
export const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Marks that turn the direction of what follows them, beyond the name itself. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text as it is shown beside others: what was kept before names were checked shows harmlessly, too. */
export const shownText = (text: string): string =>
  text.replace(DIRECTION, "").replace(new RegExp(CONTROL, "gu"), "\ufffd");
