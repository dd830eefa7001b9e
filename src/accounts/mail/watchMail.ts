import { escapeMarkup } from "#domain";
import type { Mail } from "./mailer";

export interface WatchMailLine {
  /** Name of the watch. */
  watch: string;
  /** What happened, in one sentence. */
  text: string;
  /** Page of the asset, token or network concerned. */
  link: string;
}

export interface WatchMailOptions {
  to: string;
  brand: string;
  lines: readonly WatchMailLine[];
  /** Page for managing watches. */
  settings: string;
  /** URL that unsubscribes with one request (RFC 8058). */
  unsubscribe: string;
  /** Identical for all attempts, so that mail clients deduplicate a mail that is sent twice. */
  messageId: string;
}

/** One mail about all due firings. */
export function watchMail(options: WatchMailOptions): Mail {
  const { to, brand, lines, settings, unsubscribe, messageId } = options;
  const [first] = lines;
  const subject =
    lines.length === 1 && first !== undefined
      ? first.watch
      : `${lines.length} updates from your watches on ${brand}`;
  const why = "You are receiving this email because of your watches.";
  return {
    to,
    subject,
    messageId,
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
    text: `${lines.map(({ watch, text, link }) => `${watch}\n${text}\n${link}`).join("\n\n")}\n\n--\n${why}\nManage watches: ${settings}\nUnsubscribe: ${unsubscribe}\n`,
    html: `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#111">
${lines
  .map(
    ({ watch, text, link }) =>
      `<p><a href="${escapeMarkup(link)}"><strong>${escapeMarkup(watch)}</strong></a><br>${escapeMarkup(text)}</p>`,
  )
  .join("\n")}
<p style="color:#555">${why} <a href="${escapeMarkup(settings)}">Manage watches</a> or <a href="${escapeMarkup(unsubscribe)}">unsubscribe</a>.</p>
</div>`,
  };
}
