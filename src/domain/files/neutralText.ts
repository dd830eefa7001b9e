/**
 * Spreadsheets take a text that starts with one of these as a formula, also from a CSV file. An apostrophe
 * before it makes them show it as it is.
 */
export const FORMULA_START = "=+\\-@\\t\\r\\n＝＋－＠";
const formulaStart = new RegExp(`^[${FORMULA_START}]`);

/** A text that no spreadsheet takes for a formula. */
export const neutralText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

const neutralized = new RegExp(`^'(?=[${FORMULA_START}])`);

/** The text that `neutralText` was given. */
export const originalText = (text: string): string => text.replace(neutralized, "");
