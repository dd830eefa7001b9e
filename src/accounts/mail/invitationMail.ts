import { escapeMarkup } from "#domain";
import type { Mail } from "./mailer";

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
    html: `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#111">
<p>${escapeMarkup(what)}</p>
<p>${escapeMarkup(how)}<br><a href="${escapeMarkup(link)}">${escapeMarkup(link)}</a></p>
<p style="color:#555">${ignore}</p>
</div>`,
  };
}
