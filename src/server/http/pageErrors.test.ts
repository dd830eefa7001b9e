import { html } from "hono/html";
import { expect, test } from "vitest";
import { InvalidError } from "#domain/errors";
import { CONTACT_PATH } from "#domain/people";
import { createContactForm } from "./contactForm";
import { plainPage } from "./pageErrors";

const hostile = `</textarea><b title="x" id='y'> & \0\u001b`;
const escaped = "&lt;/textarea&gt;&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt; &amp; \ufffd\ufffd";
const site = "https://site.example";

test("a page escapes its words, but not the markup after them", async () => {
  const request = new Request(site, { headers: { accept: "text/html" } });
  const extra = html`<p><a href="/?token=${hostile}">Next</a></p>`;
  const page = { brand: hostile, title: hostile, message: hostile, status: 200, refreshSeconds: 0, extra };
  const text = await plainPage(request, page).text();
  expect(text).toContain('initial-scale=1">\n<meta http-equiv="refresh" content="0">\n<title>');
  expect(text).toContain(`<title>${escaped} | ${escaped}</title>`);
  expect(text).toContain(`<h1>${escaped}</h1>\n<p role="status">${escaped}</p>\n`);
  expect(text).toContain(`\n<p><a href="/?token=${escaped}">Next</a></p>\n</main>`);
});

test("a page without markup or a reload leaves their places empty", async () => {
  const request = new Request(site, { headers: { accept: "text/html" } });
  const text = await plainPage(request, { brand: "a", title: "b", message: "c", status: 200 }).text();
  expect(text).toContain('initial-scale=1">\n<title>a | b</title>');
  expect(text).toContain('<p role="status">c</p>\n\n</main>');
});

test("a rejected contact form returns its input, escaped, each problem at its field", async () => {
  const contact = {
    receive: async () => {
      throw new InvalidError("x", [
        { path: "name", message: hostile },
        { path: "message", message: "Too short" },
      ]);
    },
  };
  const respond = createContactForm({ brand: "a", baseUrl: site, contact, networkAddress: () => "::1" });
  const response = await respond(
    new Request(site + CONTACT_PATH, {
      method: "POST",
      headers: { accept: "text/html", origin: site },
      body: new URLSearchParams({ name: hostile, message: hostile }),
    }),
  );
  const text = await response.text();
  expect(response.status).toBe(422);
  expect(text).toContain(
    ` value="${escaped}" aria-invalid="true" aria-describedby="name-problem"><small id="name-problem" class="problem">${escaped}</small></p>\n<p>`,
  );
  expect(text).toContain(' name="email" type="email" autocomplete="email" required maxlength="');
  expect(text).toContain(`aria-describedby="message-problem">${escaped}</textarea><small`);
  expect(text).not.toContain("undefined");
  expect(text).not.toContain("false");
});
