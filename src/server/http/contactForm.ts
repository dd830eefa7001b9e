/**
 * The contact form for browsers without scripts. Responds with a page; if a field is invalid, with the form
 * as filled in and each problem next to its field.
 */
import { html } from "hono/html";
import type { ContactDesk } from "#accounts/contact";
import { isSameOrigin } from "#api";
import { InvalidError, RateLimitedError } from "#domain/errors";
import { CONTACT_PATH, CONTACT_RECEIVED, CONTACT_TRAP, contactLimits, contactTopics } from "#domain/people";
import { plainPage } from "./pageErrors";

export interface ContactFormOptions {
  brand: string;
  baseUrl: string;
  contact: ContactDesk;
  networkAddress: (request: Request) => string;
}

type Values = Readonly<Record<string, string>>;

const fields = [
  { name: "name", label: "Name", attributes: html`autocomplete="name"` },
  { name: "email", label: "Email", attributes: html`type="email" autocomplete="email"` },
  { name: "company", label: "Company", attributes: html`autocomplete="organization"` },
] as const;

export function createContactForm(options: ContactFormOptions): (request: Request) => Promise<Response> {
  const { brand, baseUrl, contact, networkAddress } = options;
  return async (request) => {
    if (request.method !== "POST") {
      return new Response(null, { status: 303, headers: { location: "/platform-overview#contact" } });
    }
    if (!isSameOrigin(request, baseUrl)) {
      const message = "This request came from another site, so nothing was sent.";
      return plainPage(request, { brand, status: 403, title: "Not sent", message });
    }
    const values = await readForm(request);
    if (values === null) {
      const message = "The form could not be read. Send it as application/x-www-form-urlencoded.";
      return plainPage(request, { brand, status: 415, title: "Not sent", message });
    }
    try {
      await contact.receive(values, networkAddress(request));
    } catch (error) {
      if (error instanceof RateLimitedError) {
        const headers = { "retry-after": String(error.retryAfter ?? 60) };
        const extra = form(values, {});
        return plainPage(request, {
          brand,
          status: 429,
          title: "Not sent",
          message: error.message,
          headers,
          extra,
        });
      }
      if (!(error instanceof InvalidError)) throw error;
      const problems = Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
      const message = `Nothing was sent. ${error.problems.map((one) => one.message).join(". ")}.`;
      return plainPage(request, {
        brand,
        status: 422,
        title: "Check the form",
        message,
        extra: form(values, problems),
      });
    }
    const extra = html`<p><a href="/">Market overview</a></p>`;
    return plainPage(request, {
      brand,
      status: 200,
      title: "Request received",
      message: CONTACT_RECEIVED,
      extra,
    });
  };
}

async function readForm(request: Request): Promise<Values | null> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) return null;
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

const problemOf = (name: string, problems: Values) =>
  problems[name] !== undefined && html`<small id="${name}-problem" class="problem">${problems[name]}</small>`;

const invalid = (name: string, problems: Values) =>
  problems[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`;

const input = ({ name, label, attributes }: (typeof fields)[number], values: Values, problems: Values) =>
  html`<p><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} required maxlength="${
    contactLimits[name]
  }" value="${values[name]}"${invalid(name, problems)}>${problemOf(name, problems)}</p>`;

const style = html`<style>
form { text-align: left; }
label, .problem { display: block; }
input, select, textarea { box-sizing: border-box; width: 100%; min-height: 2rem; font: inherit; }
.problem { color: #b42318; }
@media (prefers-color-scheme: dark) { .problem { color: #ff9c8f; } }
</style>`;

const form = (values: Values, problems: Values) => html`${style}
<form method="post" action="${CONTACT_PATH}">
<p><label for="topic">Topic</label><select id="topic" name="topic"${invalid("topic", problems)}>${contactTopics.map(
  ({ topic, label }) =>
    html`<option value="${topic}"${topic === values.topic && " selected"}>${label}</option>`,
)}</select>${problemOf("topic", problems)}</p>
${fields.map((field) => html`${input(field, values, problems)}\n`)}<p><label for="message">Message</label><textarea id="message" name="message" rows="6" required maxlength="${
  contactLimits.message
}"${invalid("message", problems)}>${values.message}</textarea>${problemOf("message", problems)}</p>
<input type="hidden" name="${CONTACT_TRAP}" value="${values[CONTACT_TRAP]}">
<p><button>Send request</button></p>
</form>`;
