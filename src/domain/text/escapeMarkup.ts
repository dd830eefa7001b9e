/** Control characters except tabs and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/**
 * Text without control characters, each replaced with U+FFFD. A page with a NUL does not run: the HTML parser
 * replaces it within scripts too, and their hash no longer matches the policy. XML permits none.
 */
export const replaceControls = (text: string): string => text.replace(CONTROLS, "\ufffd");

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, SVG and XML, between tags and within quoted attributes; without control characters. */
export const escapeMarkup = (text: string): string =>
  replaceControls(text).replace(/[&<>"']/g, (one) => entities[one] ?? one);
