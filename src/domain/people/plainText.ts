/**
 * What people call themselves and their things. Characters that steer a terminal, a database or the
 * direction of a line are no part of a name.
 */
import { z } from "zod";
import { CONTROL } from "./shownText";

/**
 * One line of text without control characters.
 *
 * @param label the field as a message calls it, where nothing else names it
 */
export const plainLine = (max: number, label?: string) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(
      (text) => !CONTROL.test(text),
      named(label, "contains a control character, such as a line break or NUL"),
    );

/** Lines of text, without other control characters. Ends of lines are written in one way. */
export const plainText = (max: number, label?: string) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .refine((text) => text.length <= max, `Use at most ${max.toLocaleString("en-US")} characters`)
    .refine(
      (text) => !CONTROL.test(text.replace(/[\n\t]/g, "")),
      named(label, "contains a control character, such as NUL"),
    );

const named = (label: string | undefined, problem: string): string =>
  label === undefined ? problem : `${label} ${problem}`;
