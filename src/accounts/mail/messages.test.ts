import { expect, test } from "vitest";
import { invitationMail, noticeMail, signInMail, watchMail } from "./messages";

const hostile = `<b>"R&D"</b> 'x'\u0000`;
const escaped = "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; &#39;x&#39;\ufffd";

test("the HTML part of every email escapes names and addresses, and contains no control characters", () => {
  const link = "https://site.example/?a=1&b=2";
  const mails = [
    invitationMail({ to: "a@example.com", brand: hostile, organization: "O", invitedBy: "I", link, days: 7 }),
    noticeMail({ to: "a@example.com", subject: "S", lines: [hostile, "second"], link }),
    signInMail({ to: "a@example.com", code: "123456", brand: hostile, host: "site.example" }),
    watchMail({
      ...{ to: "a@example.com", brand: "Cadastre", settings: link, unsubscribe: link, messageId: "m" },
      lines: [
        { watch: hostile, text: "rose", link },
        { watch: "second", text: "fell", link },
      ],
    }),
  ];
  for (const { html } of mails) {
    expect(html).toMatch(/^<div style="[^"]+">\n<p>[\s\S]+<\/p>\n<\/div>$/);
    expect(html).toContain(escaped);
    expect(html).not.toContain("<b>");
  }
  expect(mails[1]?.html.split("\n").slice(1, -1)).toEqual([
    `<p>${escaped}</p>`,
    "<p>second</p>",
    `<p><a href="https://site.example/?a=1&amp;b=2">https://site.example/?a=1&amp;b=2</a></p>`,
  ]);
});
