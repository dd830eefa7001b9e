import { escapeMarkup } from "#domain";
import type { Mail } from "./mailer";

export interface NoticeMailOptions {
  to: string;
  subject: string;
  /** One paragraph each. */
  lines: readonly string[];
  /** Page where the receiver can act on it. */
  link: string;
}

/** A short mail about an event in an organization. */
export const noticeMail = ({ to, subject, lines, link }: NoticeMailOptions): Mail => ({
  to,
  subject,
  text: `${lines.join("\n\n")}\n\n${link}\n`,
  html: `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#111">
${lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join("\n")}
<p><a href="${escapeMarkup(link)}">${escapeMarkup(link)}</a></p>
</div>`,
});
