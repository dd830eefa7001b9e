import { decodeHTML } from "entities";
import { cutText } from "#domain";

/**
 * The text of a piece of markup on one line, truncated at the end of a word. The result is only shown as
 * text; tags are removed for readability, not for safety.
 */
export function plainWords(markup: string, max: number): string {
  const text = decodeHTML(
    cutText(markup, 100_000)
      .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, " ")
      .replace(/<[^<>]*>/g, " "),
  )
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (text.length <= max) return text;
  const cut = cutText(text, max - 1);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > max / 2 ? end : undefined).trimEnd()}…`;
}
