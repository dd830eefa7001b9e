/** The emails of the product, each as text and as HTML. */
import { html } from "hono/html";
import { replaceControls } from "#domain/text";
import { SIGN_IN_CODE_MINUTES } from "#domain/vocabulary";
import type { Mail } from "./mailer";

/** The HTML part of every email, without control characters. Values in `html` are escaped by the tag. */
export const mailLayout = (content: ReturnType<typeof html>): string =>
  replaceControls(
    String(html`<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#111">
${content}
</div>`),
  );

/** The mail with a sign-in code. The code is alone on its line, so that mail clients can offer to copy it. */
export function signInMail({
  to,
  code,
  brand,
  host,
}: {
  to: string;
  code: string;
  brand: string;
  host: string;
}): Mail {
  const ends = `It can be used once and expires in ${SIGN_IN_CODE_MINUTES} minutes.`;
  const ignore = "If you did not request it, ignore this email: no one can sign in without the code.";
  return {
    to,
    subject: `${code} is your ${brand} sign-in code`,
    text: `Your sign-in code for ${brand}:\n\n${code}\n\n${ends}\n${ignore}\n\n@${host} #${code}\n`,
    html: mailLayout(html`<p>Your sign-in code for ${brand}:</p>
<p style="font-size:32px;letter-spacing:6px;font-weight:600">${code}</p>
<p>${ends}</p>
<p style="color:#555">${ignore}</p>`),
  };
}

export interface InvitationMailOptions {
  to: string;
  brand: string;
  organization: string;
  /** Address of the inviter. */
  invitedBy: string;
  /** Where to sign in. */
  link: string;
  days: number;
}

/** The mail that invites to an organization. It contains no secret: the receiver signs in and accepts. */
export function invitationMail({
  to,
  brand,
  organization,
  invitedBy,
  link,
  days,
}: InvitationMailOptions): Mail {
  const what = `${invitedBy} has invited you to join ${organization} on ${brand}.`;
  const how = `Sign in with this address (${to}) to accept or decline. The invitation expires in ${days} days.`;
  const ignore = "If you do not know the sender, ignore this email.";
  return {
    to,
    subject: `Join ${organization} on ${brand}`,
    text: `${what}\n\n${how}\n${link}\n\n${ignore}\n`,
    html: mailLayout(html`<p>${what}</p>
<p>${how}<br><a href="${link}">${link}</a></p>
<p style="color:#555">${ignore}</p>`),
  };
}

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
  html: mailLayout(html`${lines.map((line) => html`<p>${line}</p>\n`)}<p><a href="${link}">${link}</a></p>`),
});

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
    html: mailLayout(
      html`${lines.map(
        ({ watch, text, link }) => html`<p><a href="${link}"><strong>${watch}</strong></a><br>${text}</p>\n`,
      )}<p style="color:#555">${why} <a href="${settings}">Manage watches</a> or <a href="${unsubscribe}">unsubscribe</a>.</p>`,
    ),
  };
}
