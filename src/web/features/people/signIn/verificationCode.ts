import { SIGN_IN_CODE_LENGTH } from "#domain";

/** The digits of typed or pasted text, six at most ("123 456" and "Code: 123456" both work). */
export const digitsOf = (text: string): string => text.replace(/\D/g, "").slice(0, SIGN_IN_CODE_LENGTH);

/** True for exactly six digits and nothing else. */
export const isCompleteCode = (text: string): boolean => /^[0-9]{6}$/.test(text);
