/** Messages for invalid input that state the valid values. */
import type { z } from "zod";

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

const formats: Readonly<Record<string, string>> = {
  date: "must be a date: YYYY-MM-DD",
  url: "must be a URL",
};

const counted = (size: number | bigint, origin: string) =>
  `${size.toLocaleString("en")} ${origin === "string" ? "characters" : "items"}`;

/** For `safeParse(value, { error: schemaWords })`; a schema's own messages take precedence. */
export const schemaWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.filter((value) => value !== "").join(", ")}`;
    case "too_small":
      return issue.origin === "string" ? "must not be empty" : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? `must have at most ${counted(issue.maximum, issue.origin)}`
        : `must be at most ${issue.maximum}`;
    case "invalid_format":
      return formats[issue.format];
    default:
      return undefined;
  }
};
