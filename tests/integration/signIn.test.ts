import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startViewingAs, stopViewingAs } from "#accounts/administration";
import { createLimits, type LimitName } from "#accounts/limits";
import { createMailer } from "#accounts/mail";
import { installationSecret } from "#accounts/secrets";
import { listSessions } from "#accounts/sessions";
import { createSignInLimits } from "#accounts/signIn";
import { readUser } from "#accounts/users";
import { type AuthHandler, createAuthHandler } from "#api";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type MailServer, startMailServer } from "../support/smtp";

const origin = "http://localhost:3000";
let store: PeopleStore;
let mail: MailServer;
let handler: AuthHandler;
/** Every request of a test has its own network address, unless the test sets one. */
let networkAddress = "192.0.2.1";

function makeHandler(
  numbers: Partial<Record<LimitName, number>> = {},
  baseUrl = origin,
): Promise<AuthHandler> {
  const log = pino({ level: "silent" });
  return installationSecret(store).then((secret) =>
    createAuthHandler({
      people: store,
      mailer: createMailer({ url: mail.url, from: "Cadastre <no-reply@localhost>", log }),
      limits: createSignInLimits(store, createLimits(store, numbers)),
      secret,
      brand: "Cadastre",
      baseUrl,
      adminEmails: ["boss@firm.example"],
      networkAddress: () => networkAddress,
      log,
    }),
  );
}

beforeAll(async () => {
  store = await openPeopleStore({ url: null, folder: "memory://" });
  mail = await startMailServer();
  handler = await makeHandler();
});
afterAll(async () => {
  await mail.stop();
  await store.close();
});

/** A browser for sign-in: it stores cookies and follows no redirects. */
class Client {
  readonly cookies = new Map<string, string>();
  constructor(readonly handle: AuthHandler = handler) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await this.handle(new Request(`${origin}${path}`, { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const ended = attributes.some((a) => a === "Max-Age=0" || a.startsWith("Expires=Thu, 01 Jan 1970"));
      if (ended || value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { csrfToken } = (await (await this.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    return this.fetch(path, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, ...form }),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  }

  async ask(email: string): Promise<Response> {
    const answer = await this.post("/api/auth/signin/email", {
      email,
      json: "true",
      callbackUrl: `${origin}/`,
    });
    for (const [name, value] of this.cookies) {
      if (name.endsWith("cadastre_browser")) Client.browserOf.set(email, [name, value]);
    }
    return answer;
  }

  /** The browser that last requested a code for an address: the code is entered there, unless a client has its own. */
  static readonly browserOf = new Map<string, [string, string]>();

  type(email: string, token: string, callbackUrl = "/treasuries"): Promise<Response> {
    const [name, value] = Client.browserOf.get(email.trim().toLowerCase()) ?? [];
    if (name !== undefined && value !== undefined && !this.cookies.has(name)) this.cookies.set(name, value);
    const query = new URLSearchParams({ email, token, callbackUrl, redirect: "true" });
    return this.fetch(`/api/auth/callback/email?${query}`);
  }

  async session(): Promise<{ user?: { id: string; email: string }; expires?: string } | null> {
    const session = (await (await this.fetch("/api/auth/session")).json()) as object;
    return Object.keys(session).length === 0 ? null : session;
  }

  async signIn(email: string): Promise<this> {
    expect((await this.ask(email)).status).toBe(200);
    await this.type(email, mail.codeFor(email));
    return this;
  }
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let counter = 0;
const someone = () => {
  counter += 1;
  networkAddress = `192.0.2.${counter}`;
  return `person${counter}@firm${counter}.example`;
};
const failed = (response: Response) => (response.headers.get("location") ?? "").includes("/auth/error");

describe("the first calls of a browser", () => {
  const setNames = (response: Response) =>
    response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf("=")));
  const ask = (headers: Record<string, string>, csrfToken: string) =>
    handler(
      new Request(`${origin}/api/auth/signin/email`, {
        method: "POST",
        body: new URLSearchParams({ csrfToken, email: someone(), json: "true", callbackUrl: "/" }),
        headers,
      }),
    );
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");

  it.each([
    ["GET", "/session"],
    ["GET", "/providers"],
    ["GET", "/signin"],
    ["GET", "/error"],
    ["GET", "/verify-request"],
    ["GET", "/callback/email?email=a@firm.example&token=123456"],
    ["HEAD", "/session"],
    ["HEAD", "/csrf"],
    ["POST", "/signin/email"],
    ["POST", "/session"],
  ])("leave the token of another tab alone: %s %s", async (method, path) => {
    someone();
    const response = await handler(new Request(`${origin}/api/auth${path}`, { method }));
    expect(setNames(response)).not.toContain("authjs.csrf-token");
  });

  it("may overlap: a form is accepted although an earlier call returns after its token", async () => {
    const client = new Client();
    // Sent without any cookie, and answered last.
    const late = await handler(new Request(`${origin}/api/auth/session`));
    const { csrfToken } = (await (await client.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    for (const cookie of late.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      client.cookies.set(name, value);
    }
    const answer = await client.fetch("/api/auth/signin/email", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, email: someone(), json: "true", callbackUrl: "/" }),
    });
    expect(((await answer.json()) as { url: string }).url).toContain("/auth/verify");
  });

  it("give a browser its id with its token, so that forms of two tabs come from one browser", async () => {
    const csrf = await handler(new Request(`${origin}/api/auth/csrf`));
    expect(setNames(csrf)).toEqual(expect.arrayContaining(["authjs.csrf-token", "cadastre_browser"]));
    const cookie = cookiesOf(csrf);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const answers = await Promise.all([ask({ cookie }, csrfToken), ask({ cookie }, csrfToken)]);
    const named = answers.map((answer) =>
      cookiesOf(answer)
        .split("; ")
        .find((pair) => pair.startsWith("cadastre_browser=")),
    );
    expect(named[0]).toMatch(/^cadastre_browser=\S{20,}/);
    expect(named[1]).toBe(named[0]);
    expect(cookie).toContain(named[0]);
  });

  it("report an invalid token of another tab, so that a form can fetch it again", async () => {
    const [mine, other] = await Promise.all([
      handler(new Request(`${origin}/api/auth/csrf`)),
      handler(new Request(`${origin}/api/auth/csrf`)),
    ]);
    const { csrfToken } = (await mine.json()) as { csrfToken: string };
    const refused = await ask({ cookie: cookiesOf(other) }, csrfToken);
    expect(((await refused.json()) as { url: string }).url).toContain("error=MissingCSRF");
  });
});

describe("signing in by email", () => {
  it("sends a code and opens a session with it", async () => {
    const email = someone();
    const client = new Client();
    const codeResponse = await client.ask(email);
    expect(codeResponse.status).toBe(200);
    expect(((await codeResponse.json()) as { url: string }).url).toContain("/auth/verify");
    const signedIn = await client.type(email, mail.codeFor(email));
    expect(signedIn.status).toBe(302);
    expect(signedIn.headers.get("location")).toBe("/treasuries");
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("returns no session for an anonymous visitor", async () => {
    expect(await new Client().session()).toBeNull();
  });

  it("names the email provider", async () => {
    const providers = (await (await new Client().fetch("/api/auth/providers")).json()) as Record<
      string,
      object
    >;
    expect(providers.email).toMatchObject({ id: "email", type: "email" });
  });

  it("accepts the address trimmed and in lower case", async () => {
    const email = someone();
    const client = new Client();
    await client.ask(`  ${email.toUpperCase()} `);
    await client.type(email, mail.codeFor(email));
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("responds the same whether or not the account exists", async () => {
    const [known, unknown] = [someone(), someone()];
    await new Client().signIn(known);
    const answers = await Promise.all([new Client().ask(known), new Client().ask(unknown)]);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(bodies[0]).toBe(bodies[1]);
    expect(answers[0]?.status).toBe(answers[1]?.status);
  });

  it("gives the first of an email domain its organization, and everybody else one of their own", async () => {
    const ids: string[] = [];
    for (const email of ["ann@together.example", "bob@together.example", "cat@gmail.com"]) {
      someone();
      const session = await (await new Client().signIn(email)).session();
      ids.push(session?.user?.id ?? "");
    }
    const [ann, bob, cat] = await Promise.all(ids.map((id) => readUser(store, id)));
    expect(ann?.organization).toMatchObject({
      domain: "together.example",
      scope: "domain",
      plan: { type: "FREE" },
    });
    expect(ann?.memberships[0]?.role).toBe("owner");
    // A colleague is accepted by an owner, and has an organization of their own until then.
    expect(bob?.organization).toMatchObject({ domain: null, scope: "personal" });
    expect(cat?.organization).toMatchObject({ domain: null, scope: "personal" });
  });

  it("makes the configured addresses administrators, once they are verified", async () => {
    someone();
    const session = await (await new Client().signIn("boss@firm.example")).session();
    const boss = await readUser(store, session?.user?.id ?? "");
    expect(boss?.role).toBe("ADMIN");
    expect(boss?.features["enable-admin-tools"]).toBe(true);
  });

  it("accepts the address as it was typed with the code, too, as a form without scripts sends it", async () => {
    const email = someone();
    await new Client().ask(email);
    const client = new Client();
    await client.type(` ${email.toUpperCase()} `, mail.codeFor(email));
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("sends codes to one plain address and rejects lookalikes", async () => {
    for (const [typed, to] of [
      ["Some.One+News@Firm.Example", "some.one+news@firm.example"],
      // The mail server of these tests normalizes domains.
      ["Name@XN--E1AFMKFD.xn--p1ai", "name@пример.рф"],
      // The Kelvin sign is a k in lower case: the email goes to the owner of that address.
      ["\u212Aate@firm.example", "kate@firm.example"],
    ] as const) {
      someone();
      const before = mail.mails.length;
      await new Client().ask(typed);
      expect(mail.mails.slice(before).map((sent) => sent.to)).toEqual([[to]]);
    }
    for (const typed of [
      "me@firm.example.",
      "me@@firm.example",
      "me@evil.example@firm.example",
      '"me@evil.example"@firm.example',
      "Me <me@firm.example>",
      "<me@firm.example>",
      "me@firm.example,you@firm.example",
      "me@firm.example;you@firm.example",
      "me@firm.example you@firm.example",
      "me\uFF20firm.example",
      "m\u0435@firm.example",
      "me@f\u0131rm.example",
      "me@firm\u3002example",
      "me@firm.example\u0000",
      "me@localhost",
      "me@[127.0.0.1]",
      `${"x".repeat(250)}@firm.example`,
      "",
    ]) {
      someone();
      const before = mail.mails.length;
      const answer = await new Client().ask(typed);
      expect(mail.mails.length, JSON.stringify(typed)).toBe(before);
      const { url } = (await answer.json()) as { url: string };
      // An error of the input, not of the site's configuration.
      expect(url, JSON.stringify(typed)).toBe(`${origin}/auth/error?error=EmailSignin`);
    }
  });

  it("ends a session on request", async () => {
    const client = await new Client().signIn(someone());
    const token = client.cookies.get("cadastre_session") ?? "";
    await client.post("/api/auth/signout", { json: "true", callbackUrl: "/" });
    expect(await client.session()).toBeNull();
    client.cookies.set("cadastre_session", token);
    expect(await client.session()).toBeNull();
  });
});

describe("a code", () => {
  it("is stored as a hash only", async () => {
    const email = someone();
    await new Client().ask(email);
    const code = mail.codeFor(email);
    const rows = await store.db.select().from(peopleTables.signInCodes);
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  });

  it("works once", async () => {
    const email = someone();
    await new Client().ask(email);
    const code = mail.codeFor(email);
    expect(failed(await new Client().type(email, code))).toBe(false);
    const replay = new Client();
    expect(failed(await replay.type(email, code))).toBe(true);
    expect(await replay.session()).toBeNull();
  });

  it("does not work after ten minutes", async () => {
    const { signInCodes } = peopleTables;
    for (const [seconds, works] of [
      [-1, false],
      [5, true],
    ] as const) {
      const email = someone();
      await new Client().ask(email);
      const mine = eq(signInCodes.email, email);
      const [code] = await store.db.select().from(signInCodes).where(mine);
      expect(Math.round(((code?.expiresAt.getTime() ?? 0) - Date.now()) / 1000)).toBeCloseTo(600, -1);
      await store.db
        .update(signInCodes)
        .set({ expiresAt: new Date(Date.now() + seconds * 1000) })
        .where(mine);
      expect(failed(await new Client().type(email, mail.codeFor(email)))).toBe(!works);
    }
  });

  it("opens one session for the same code typed twice at once", async () => {
    const email = someone();
    await new Client().ask(email);
    const code = mail.codeFor(email);
    const clients = [new Client(), new Client(), new Client()];
    await Promise.all(clients.map((client) => client.type(email, code)));
    const sessions = await Promise.all(clients.map((client) => client.session()));
    expect(sessions.filter((session) => session?.user)).toHaveLength(1);
  });

  it("works only in the browser that requested it", async () => {
    const email = someone();
    const client = new Client();
    await client.ask(email);
    const code = mail.codeFor(email);
    for (const browser of ["", "x".repeat(32), "../../etc"]) {
      const thief = new Client();
      thief.cookies.set("cadastre_browser", browser);
      expect(failed(await thief.type(email, code))).toBe(true);
      expect(await thief.session()).toBeNull();
    }
    expect(failed(await client.type(email, code))).toBe(false);
  });

  it("is not invalidated by others who request more, or enter wrong ones of their own", async () => {
    const email = someone();
    const client = new Client();
    await client.ask(email);
    const code = mail.codeFor(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let n = 0; n < 6; n += 1) {
      networkAddress = `198.51.100.${100 + n}`;
      const thief = new Client();
      await thief.ask(email);
      for (let i = 0; i < 5; i += 1) await thief.type(email, wrong);
    }
    networkAddress = "198.51.100.200";
    expect(failed(await client.type(email, code))).toBe(false);
  });

  it("leaves an address available to its owner's browser while others exhaust their limit", async () => {
    const email = someone();
    const owner = await new Client().signIn(email);
    await owner.post("/api/auth/signout", { json: "true" });
    const statuses = new Set<number>();
    for (let n = 0; n < 14; n += 1) {
      networkAddress = `203.0.114.${n}`;
      const thief = new Client();
      await thief.ask(email);
      for (let i = 0; i < 6; i += 1) statuses.add((await thief.type(email, "000000")).status);
    }
    expect(statuses).toEqual(new Set([302, 429]));
    networkAddress = "203.0.114.1";
    await owner.signIn(email);
    expect((await owner.session())?.user?.email).toBe(email);
  });

  it("of one address does not work for another", async () => {
    const [mine, theirs] = [someone(), someone()];
    await new Client().ask(mine);
    await new Client().ask(theirs);
    if (mail.codeFor(mine) !== mail.codeFor(theirs)) {
      expect(failed(await new Client().type(theirs, mail.codeFor(mine)))).toBe(true);
    }
  });

  it("expires after five wrong attempts from as many network addresses", async () => {
    const email = someone();
    await new Client().ask(email);
    const code = mail.codeFor(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let i = 0; i < 5; i += 1) {
      networkAddress = `198.51.100.${i}`;
      expect(failed(await new Client().type(email, wrong))).toBe(true);
    }
    expect(failed(await new Client().type(email, code))).toBe(true);
  });
});

describe("an attacker of sign-in", () => {
  it("is limited per network address and per email address", async () => {
    const strict = await makeHandler({
      codes: 3,
      codesOfStrangers: 2,
    });
    networkAddress = "203.0.113.1";
    const client = new Client(strict);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await client.ask(`a${i}@firm.example`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const perEmail: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      networkAddress = `203.0.113.${10 + i}`;
      perEmail.push((await new Client(strict).ask("same@firm.example")).status);
    }
    expect(perEmail).toEqual([200, 200, 429]);
  });

  it("guesses hundreds of codes from as many networks in vain, the right one among them", async () => {
    const unlimited = Number.MAX_SAFE_INTEGER;
    const open = await makeHandler({
      codesOfEmail: unlimited,
      codesOfStrangers: unlimited,
      codes: unlimited,
      codeAttempts: unlimited,
    });
    const email = someone();
    await new Client(open).ask(email);
    const right = Number(mail.codeFor(email));
    let opened = 0;
    let sent = 0;
    for (let batch = 0; batch < 4; batch += 1) {
      const guesses = Array.from({ length: 100 }, async (_, i) => {
        networkAddress = `10.${batch}.${i}.1`;
        const token = String((right + 1_000_000 - 200 + batch * 100 + i) % 1_000_000).padStart(6, "0");
        sent += 1;
        const response = await open(
          new Request(`${origin}/api/auth/callback/email?email=${email}&token=${token}`),
        );
        if (response.headers.getSetCookie().some((c) => c.startsWith("cadastre_session="))) opened += 1;
      });
      await Promise.all(guesses);
    }
    expect(sent).toBe(400);
    expect(opened).toBe(0);
  });

  it("cannot bypass the limits by other spellings of a call", async () => {
    const strict = await makeHandler({ codeAttempts: 3 });
    const ways = [
      (email: string) => `/api/auth/callback/email?email=${email}&token=000000`,
      (email: string) => `/api/auth/callback/email/?email=${email}&token=000000`,
      (email: string) => `/api/auth//callback//email?email=${email}&token=000000`,
      (email: string) => `/api/auth/callback/email?email=other@firm.example&email=${email}&token=000000`,
      (email: string) => `/api/auth/callback/email?email=%20${email.toUpperCase()}&token=000000`,
    ];
    for (const [n, way] of ways.entries()) {
      const email = someone();
      const statuses: number[] = [];
      for (let i = 0; i < 4; i += 1) {
        networkAddress = `203.0.113.${100 + n}`;
        statuses.push((await strict(new Request(`${origin}${way(email)}`))).status);
      }
      expect(statuses, way(email)).toEqual([302, 302, 302, 429]);
    }
    // Nor by requests in JSON, which the library accepts as well.
    const asking = await makeHandler({ codesOfEmail: 1 });
    const email = someone();
    const client = new Client(asking);
    const { csrfToken } = (await (await client.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const ask = (address: string) =>
      client.fetch("/api/auth/signin/email", {
        method: "POST",
        body: JSON.stringify({ csrfToken, email: address, json: "true" }),
        headers: { "content-type": "application/json" },
      });
    expect((await ask(email)).status).toBe(200);
    expect((await ask(` ${email.toUpperCase()}`)).status).toBe(429);
    expect((await ask(someone())).status).toBe(200);
  });

  it("cannot bypass our checks by other spellings of a call", async () => {
    const email = someone();
    await new Client().ask(email);
    for (const path of ["/callback/email/", "//callback/email", "/callback//email"]) {
      const query = new URLSearchParams({ email, token: mail.codeFor(email) });
      const response = await handler(
        new Request(`${origin}/api/auth${path}?${query}`, { headers: { "sec-fetch-site": "cross-site" } }),
      );
      expect(failed(response), path).toBe(true);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
    expect(failed(await new Client().type(email, mail.codeFor(email)))).toBe(false);
  });

  const elsewhere = [
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/%2f%2fevil.example",
    "//evil.example%2f@localhost:3000",
    "http://localhost:3000//evil.example",
    "http://localhost:3000/\\evil.example",
    "http://localhost:3000/.//evil.example",
    "http://localhost:3000.evil.example/",
    "http://localhost:3000@evil.example/",
    "http://localhost:30000/",
    "http://evil.example\\@localhost:3000",
    "https:evil.example",
    "http:\\\\evil.example",
    "//\u24d4vil.example",
    "//evil\u3002example",
    "/networks\r\nLocation: https://evil.example/",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "networks",
  ];

  /** Target of a browser that gets this header on our own site. */
  const landing = (response: Response) => new URL(response.headers.get("location") ?? "about:blank", origin);

  it.each(elsewhere)("cannot redirect a visitor to another site after signing in: %j", async (target) => {
    const email = someone();
    await new Client().ask(email);
    const response = await new Client().type(email, mail.codeFor(email), target);
    expect(response.status).toBe(302);
    expect(landing(response).origin).toBe(origin);
    expect(response.headers.get("location")).not.toMatch(/^[/\\]{2}/);
  });

  it.each(elsewhere)(
    "cannot redirect a visitor to another site after signing out: %j",
    async (callbackUrl) => {
      someone();
      const client = new Client();
      const plain = await client.post("/api/auth/signout", { callbackUrl });
      expect(plain.status).toBe(302);
      expect(landing(plain).origin).toBe(origin);
      const json = await client.post("/api/auth/signout", { callbackUrl, json: "true" });
      expect(new URL(((await json.json()) as { url: string }).url).origin).toBe(origin);
    },
  );

  it("gets an error for an invalid return URL, and the code still works without it", async () => {
    const email = someone();
    await new Client().ask(email);
    const response = await new Client().type(email, mail.codeFor(email), "javascript:alert(1)");
    expect(response.headers.get("location")).toBe("/auth/error?error=InvalidCallbackUrl");
    expect(failed(await new Client().type(email, mail.codeFor(email)))).toBe(false);
  });

  it("cannot add a header or a recipient to the email", async () => {
    const before = mail.mails.length;
    for (const email of [
      "a@firm.example\r\nBcc: b@firm.example",
      "a@firm.example, b@firm.example",
      "x\n@firm.example",
    ]) {
      someone();
      await new Client().ask(email);
    }
    expect(mail.mails.slice(before)).toEqual([]);
  });

  it("cannot request a code from another site, without the request token", async () => {
    const before = mail.mails.length;
    const response = await handler(
      new Request(`${origin}/api/auth/signin/email`, {
        method: "POST",
        body: new URLSearchParams({ email: someone(), csrfToken: "forged" }),
        headers: { origin: "https://evil.example" },
      }),
    );
    expect(mail.mails.length).toBe(before);
    expect(response.headers.getSetCookie().some((c) => c.startsWith("cadastre_session="))).toBe(false);
  });

  it.each([
    ["sec-fetch-site", "cross-site"],
    ["sec-fetch-site", "same-site"],
    ["origin", "https://evil.example"],
    ["origin", "null"],
    ["origin", `${origin}.evil.example`],
  ])("cannot change anything from another site even with a request token: %s %s", async (name, value) => {
    const headers = { [name]: value };
    const email = someone();
    const client = await new Client().signIn(email);
    const before = mail.mails.length;
    const answers = [
      await client.post("/api/auth/signin/email", { email: someone(), json: "true" }, headers),
      await client.post("/api/auth/signout", { json: "true" }, headers),
      await client.post("/api/auth/session", { "data[name]": "Forged" }, headers),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([]);
    expect(mail.mails.length).toBe(before);
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("cannot change anything without a request token", async () => {
    const email = someone();
    const client = await new Client().signIn(email);
    const before = mail.mails.length;
    for (const path of ["/signin/email", "/signout", "/session"]) {
      await client.fetch(`/api/auth${path}`, {
        method: "POST",
        body: new URLSearchParams({ email: someone(), csrfToken: "" }),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    }
    expect(mail.mails.length).toBe(before);
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("cannot rename an administrator who is viewing as another user", async () => {
    const admin = await new Client().signIn("boss@firm.example");
    const viewed = await new Client().signIn(someone());
    const [own, other] = [(await admin.session())?.user, (await viewed.session())?.user];
    const rename = async (name: string) => {
      const { csrfToken } = (await (await admin.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
      return admin.fetch("/api/auth/session", {
        method: "POST",
        body: JSON.stringify({ csrfToken, data: { name } }),
        headers: { "content-type": "application/json" },
      });
    };
    const nameOf = async (id = "") => (await readUser(store, id))?.name;
    await rename("Before");
    const { id: actor = "" } = own ?? {};
    const [session] = await listSessions(store, actor);
    const view = { sessionId: session?.id ?? "", actor };
    await startViewingAs(store, { ...view, userId: other?.id ?? "" });
    const refused = await rename("Meanwhile");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      message: `You are viewing as ${other?.email}, read-only. Stop viewing to make changes.`,
    });
    expect(await nameOf(actor)).toBe("Before");
    await stopViewingAs(store, view);
    expect((await rename("After")).status).toBe(200);
    expect(await nameOf(actor)).toBe("After");
  });

  it("cannot serve the library's own sign-out page", async () => {
    const response = await new Client().fetch("/api/auth/signout");
    expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  });

  it("cannot sign a visitor in to an account of their own by a link on another site", async () => {
    const email = someone();
    await new Client().ask(email);
    const victim = new Client();
    const query = new URLSearchParams({ email, token: mail.codeFor(email), callbackUrl: "/" });
    const response = await victim.fetch(`/api/auth/callback/email?${query}`, {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(failed(response)).toBe(true);
    expect(await victim.session()).toBeNull();
    expect(failed(await new Client().type(email, mail.codeFor(email)))).toBe(false);
  });

  it("cannot fix a visitor's session in advance", async () => {
    const email = someone();
    const victim = new Client();
    victim.cookies.set("cadastre_session", "chosen-by-the-attacker");
    await victim.signIn(email);
    expect(victim.cookies.get("cadastre_session")).not.toBe("chosen-by-the-attacker");
    const attacker = new Client();
    attacker.cookies.set("cadastre_session", "chosen-by-the-attacker");
    expect(await attacker.session()).toBeNull();
  });

  it("learns nothing from the table of sessions that opens a session", async () => {
    const client = await new Client().signIn(someone());
    const rows = JSON.stringify(await store.db.select().from(peopleTables.sessions));
    expect(rows).not.toContain(client.cookies.get("cadastre_session"));
  });

  it("gets no session cookie that scripts, other sites or plain HTTP could use", async () => {
    const attributes = async (baseUrl: string, name: string) => {
      const email = someone();
      const secure = await makeHandler({}, baseUrl);
      await new Client(secure).ask(email);
      const response = await new Client(secure).type(email, mail.codeFor(email));
      const cookies = response.headers.getSetCookie().filter((c) => c.startsWith(`${name}=`));
      expect(cookies).toHaveLength(1);
      const [pair = "", ...rest] = (cookies[0] ?? "").split("; ");
      expect(pair.slice(`${name}=`.length).length).toBeGreaterThanOrEqual(36);
      const expires = rest.find((attribute) => attribute.startsWith("Expires=")) ?? "";
      const days = (Date.parse(expires.slice(8)) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(29.9);
      expect(days).toBeLessThan(30.1);
      return rest.filter((attribute) => !attribute.startsWith("Expires=")).sort();
    };
    expect(await attributes(origin, "cadastre_session")).toEqual(["HttpOnly", "Path=/", "SameSite=Lax"]);
    // A cookie with this prefix cannot be set by another subdomain or over plain HTTP.
    expect(await attributes("https://app.example", "__Host-cadastre_session")).toEqual([
      "HttpOnly",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
  });

  const nonsense = [
    "javascript:1",
    "java\nscript:1".replace("\n", "%0A"),
    "data:text/html,x",
    "%",
    "%E0%A4%A",
    "%00",
    "//evil.example",
    "x".repeat(5_000),
    "[object Object]",
    "__proto__",
    "|",
    "a|b",
    '"',
    "-1",
  ];

  /** Titles are shortened: a long value would fill the screen. */
  const cases = nonsense.map((value): [string, string] => [value.slice(0, 20), value]);

  it.each(cases)("cannot make a call fail by cookies: %j", async (_, value) => {
    const names = [
      "authjs.callback-url",
      "authjs.csrf-token",
      "authjs.session-token",
      "authjs.state",
      "authjs.nonce",
      "authjs.challenge",
      "authjs.pkce.code_verifier",
      "__Secure-authjs.callback-url",
      "__Host-authjs.csrf-token",
      "next-auth.callback-url",
      "next-auth.csrf-token",
      "cadastre_session",
      "cadastre_session.0",
      "cadastre_browser",
    ];
    for (const name of names) {
      someone();
      for (const path of ["session", "csrf", "providers", "signout", "signin", "error", "verify-request"]) {
        const response = await handler(
          new Request(`${origin}/api/auth/${path}`, { headers: { cookie: `${name}=${value}` } }),
        );
        expect(response.status, `${name} ${path}`).toBeLessThan(500);
        if (path === "session") expect(await response.text()).toBe("{}");
      }
    }
  });

  it.each(cases)("cannot make a call fail by parameters: %j", async (_, value) => {
    const text = decodeURIComponentOr(value);
    const client = new Client();
    for (const name of [
      "email",
      "token",
      "callbackUrl",
      "csrfToken",
      "error",
      "redirect",
      "json",
      "code",
      "state",
    ]) {
      someone();
      for (const path of [
        "session",
        "csrf",
        "providers",
        "signin",
        "signin/email",
        "signout",
        "callback/email",
        "error",
      ]) {
        const query = new URLSearchParams({ [name]: text });
        const got = await client.fetch(`/api/auth/${path}?${query}`);
        expect(got.status, `GET ${path} ${name}`).toBeLessThan(500);
      }
      for (const path of ["session", "signin/email", "signout", "callback/email", "_log"]) {
        const posted = await client.post(`/api/auth/${path}`, { [name]: text });
        expect(posted.status, `POST ${path} ${name}`).toBeLessThan(500);
        expect((await client.fetch(`/api/auth/session`)).status).toBe(200);
      }
    }
  });

  it.each(["/session", "/csrf", "/providers"])(
    "responds to HEAD as to GET, without a body: %s",
    async (path) => {
      const ask = (method: string) => handler(new Request(`${origin}/api/auth${path}`, { method }));
      const [head, get] = [await ask("HEAD"), await ask("GET")];
      expect(head.status).toBe(200);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
      expect(await head.text()).toBe("");
    },
  );

  it("leaves a code unused on a HEAD request", async () => {
    const client = new Client();
    const email = someone();
    await client.ask(email);
    const query = new URLSearchParams({ email, token: mail.codeFor(email) });
    const head = await client.fetch(`/api/auth/callback/email?${query}`, { method: "HEAD" });
    expect(head.headers.get("location")).toBe("/auth/error?error=Verification");
    await client.type(email, mail.codeFor(email));
    expect((await client.session())?.user?.email).toBe(email);
  });

  it.each(["TRACE", "PUT", "OPTIONS"])("responds to %s with the allowed methods", async (method) => {
    // The platform sends no such request; one that arrives over the network may be one.
    const request = Object.defineProperty(new Request(`${origin}/api/auth/session`), "method", {
      value: method,
    });
    const response = await handler(request);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
  });

  it.each([
    "",
    "nothing",
    "session/x",
    "callback",
    "callback/nothing",
    "callback/%00",
    "signin/nothing",
    "signin/__proto__",
    "signout/x",
    "x".repeat(5_000),
    "%",
    "webauthn-options/email",
  ])("gets no internal error for an unknown call: %j", async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]) {
      const response = await handler(new Request(`${origin}/api/auth/${path}`, { method }));
      expect(response.status, method).toBeGreaterThanOrEqual(200);
      expect(response.status, method).toBeLessThan(500);
    }
  });
});
