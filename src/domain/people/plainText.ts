/**
 * What people call themselves and their things. Characters that steer a terminal, a database or the
 * direction of a line are no part of a name.
 */
import { z } from "zod";
import { CONTROL } from "./shownText";

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
