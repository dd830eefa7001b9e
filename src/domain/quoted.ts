import { cutText } from "./cutText";

const LONGEST = 100;

/** A text that somebody sent, as it is repeated to them in a message: in quotation marks, and cut where it is long. */
export const quoted = (text: string | number): string => {
  const shown = typeof text === "string" && text.length > LONGEST ? `${cutText(text, LONGEST)}…` : text;
  return JSON.stringify(shown);
};
