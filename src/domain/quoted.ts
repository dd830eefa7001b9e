import { cutText } from "./cutText";

const LONGEST = 100;

/** Quotes received text for a message and truncates long text. */
export const quoted = (text: string | number): string => {
  const shown = typeof text === "string" && text.length > LONGEST ? `${cutText(text, LONGEST)}…` : text;
  return JSON.stringify(shown);
};
