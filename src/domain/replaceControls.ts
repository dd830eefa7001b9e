/** Control characters except tabs and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/**
 * Text without control characters, each replaced with U+FFFD. A page with a NUL does not run: the HTML parser
 * replaces it within scripts too, and their hash no longer matches the policy. XML permits none.
 */
export const replaceControls = (text: string): string => text.replace(CONTROLS, "\ufffd");
