export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/** A text of the file as a reason shows it. */
export const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
