import { SIGN_IN_CODE_LENGTH } from "#domain";

/** What remains of typed or pasted text: its digits, six at most ("123 456" and "Code: 123456" both work). */
export const digitsOf = (text: string): string => text.replace(/\D/g, "").slice(0, SIGN_IN_CODE_LENGTH);

/** Whether it is exactly six digits, and nothing else. */
export const isCompleteCode = (text: string): boolean => /^[0-9]{6}$/.test(text);
