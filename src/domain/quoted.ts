const LONGEST = 100;

/** A text that somebody sent, as it is repeated to them in a message: in quotation marks, and cut where it is long. */
export const quoted = (text: string | number): string => {
  const shown = typeof text === "string" && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return JSON.stringify(shown);
};
