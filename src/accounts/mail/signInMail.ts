import { escapeMarkup, SIGN_IN_CODE_MINUTES } from "#domain";
import type { Mail } from "./mailer";

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
    html: `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#111">
<p>Your sign-in code for ${escapeMarkup(brand)}:</p>
<p style="font-size:32px;letter-spacing:6px;font-weight:600">${code}</p>
<p>${ends}</p>
<p style="color:#555">${ignore}</p>
</div>`,
  };
}
