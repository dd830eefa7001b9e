import { type ContactRequest, contactTopicLabel, escapeMarkup } from "#domain";
import type { Mail } from "./mailer";

export interface ContactMailOptions {
  to: string;
  brand: string;
  request: Omit<ContactRequest, "website">;
}

/** A message of the contact form, for the operator. Replies go to the visitor. */
export function contactMail({ to, brand, request }: ContactMailOptions): Mail {
  const { topic, name, email, company, message } = request;
  const about = contactTopicLabel(topic);
  const facts = [
    ["Topic", about],
    ["From", name],
    ["Email", email],
    ["Company", company],
  ] as const;
  return {
    to,
    replyTo: email,
    subject: `${brand}: ${about} (${company})`,
    text: `${facts.map(([label, value]) => `${label}: ${value}`).join("\n")}\n\n${message}\n`,
    html: `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#111">
<p>${facts.map(([label, value]) => `${label}: ${escapeMarkup(value)}`).join("<br>")}</p>
<p style="white-space:pre-wrap">${escapeMarkup(message)}</p>
</div>`,
  };
}
