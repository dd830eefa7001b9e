import { cutText } from "#domain/text";

/** Why a value or a row was rejected. */
export interface Refusal {
  /** The kind of mistake, in the same words for all of its kind: what reports count by. */
  kind: string;
  /** The specific reason, with the text of the file. */
  reason: string;
}

export type Parsed<T> = { ok: true; value: T } | ({ ok: false } & Refusal);

export const refuse = (kind: string, reason: string): { ok: false } & Refusal => ({
  ok: false,
  kind,
  reason,
});

/** A text of the file as a reason shows it. */
export const short = (text: string) => (text.length > 60 ? `${cutText(text, 60)}…` : text);
