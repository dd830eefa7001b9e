/**
 * What people call themselves and their things. Characters that steer a terminal, a database or the
 * direction of a line are no part of a name.
 */
import { z } from "zod";

/** Control characters, line and paragraph separators, and halves of a character. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Marks that turn the direction of what follows them, beyond the name itself. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line of text without control characters. */
export const plainLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !CONTROL.test(text), "contains a control character, such as a line break or NUL");

/** Lines of text, without other control characters. Ends of lines are written in one way. */
export const plainText = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .refine((text) => text.length <= max, `Use at most ${max.toLocaleString("en-US")} characters`)
    .refine(
      (text) => !CONTROL.test(text.replace(/[\n\t]/g, "")),
      "contains a control character, such as NUL",
    );

/** A text as it is shown beside others: what was kept before names were checked shows harmlessly, too. */
export const shownText = (text: string): string =>
  text.replace(DIRECTION, "").replace(new RegExp(CONTROL, "gu"), "\ufffd");
