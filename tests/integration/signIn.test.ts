import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createMailer,
  createSignInLimits,
  defaultSignInLimits,
  installationSecret,
  readUser,
} from "#accounts";
import { type AuthHandler, createAuthHandler } from "#api";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type MailServer, startMailServer } from "../support/smtp";

const origin = "http://localhost:3000";
let store: PeopleStore;
let mail: MailServer;
let handler: AuthHandler;
/** Every request of a test comes from a network address of its own, unless the test says otherwise. */
let networkAddress = "192.0.2.1";

function makeHandler(numbers = defaultSignInLimits, baseUrl = origin): Promise<AuthHandler> {
  const log = pino({ level: "silent" });
  return installationSecret(store).then((secret) =>
    createAuthHandler({
      people: store,
      mailer: createMailer({ url: mail.url, from: "Cadastre <no-reply@localhost>", log }),
      limits: createSignInLimits(numbers),
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

/** A browser as far as sign-in is concerned: it keeps cookies and follows nothing. */
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

  ask(email: string): Promise<Response> {
    return this.post("/api/auth/signin/email", { email, json: "true", callbackUrl: `${origin}/` });
  }

  type(email: string, token: string, callbackUrl = "/treasuries"): Promise<Response> {
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

let counter = 0;
const someone = () => {
  counter += 1;
  networkAddress = `192.0.2.${counter}`;
  return `person${counter}@firm${counter}.example`;
};
const failed = (response: Response) => (response.headers.get("location") ?? "").includes("/auth/error");

describe("signing in by mail", () => {
  it("sends a code and opens a session with it", async () => {
    const email = someone();
    const client = new Client();
    const asked = await client.ask(email);
    expect(asked.status).toBe(200);
    expect(((await asked.json()) as { url: string }).url).toContain("/auth/verify");
    const signedIn = await client.type(email, mail.codeFor(email));
    expect(signedIn.status).toBe(302);
    expect(signedIn.headers.get("location")).toBe("/treasuries");
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("answers an anonymous visitor with no session", async () => {
    expect(await new Client().session()).toBeNull();
  });

  it("names the mail provider", async () => {
    const providers = (await (await new Client().fetch("/api/auth/providers")).json()) as Record<
      string,
      object
    >;
    expect(providers.email).toMatchObject({ id: "email", type: "email" });
  });

  it("takes the address trimmed and in lower case", async () => {
    const email = someone();
    const client = new Client();
    await client.ask(`  ${email.toUpperCase()} `);
    await client.type(email, mail.codeFor(email));
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("answers the same whether or not the account exists", async () => {
    const [known, unknown] = [someone(), someone()];
    await new Client().signIn(known);
    const answers = await Promise.all([new Client().ask(known), new Client().ask(unknown)]);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(bodies[0]).toBe(bodies[1]);
    expect(answers[0]?.status).toBe(answers[1]?.status);
  });

  it("puts colleagues into one organization and strangers of public mail into their own", async () => {
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
    expect(bob?.organization?.id).toBe(ann?.organization?.id);
    expect(ann?.memberships[0]?.role).toBe("owner");
    expect(bob?.memberships[0]?.role).toBe("member");
    expect(cat?.organization).toMatchObject({ domain: null, scope: "personal" });
  });

  it("makes the configured addresses administrators, once they are verified", async () => {
    someone();
    const session = await (await new Client().signIn("boss@firm.example")).session();
    const boss = await readUser(store, session?.user?.id ?? "");
    expect(boss?.role).toBe("ADMIN");
    expect(boss?.features["enable-admin-tools"]).toBe(true);
  });

  it("takes the address as it was typed with the code, too, as a form without scripts sends it", async () => {
    const email = someone();
    await new Client().ask(email);
    const client = new Client();
    await client.type(` ${email.toUpperCase()} `, mail.codeFor(email));
    expect((await client.session())?.user?.email).toBe(email);
  });

  it("sends codes to one plain address and to nothing that only looks like one", async () => {
    for (const [typed, to] of [
      ["Some.One+News@Firm.Example", "some.one+news@firm.example"],
      // The receiving server of these tests reads domains as people do.
      ["Name@XN--E1AFMKFD.xn--p1ai", "name@пример.рф"],
      // The Kelvin sign is a k in lower case: the mail goes to whoever owns that address.
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
      expect(((await answer.json()) as { url: string }).url, JSON.stringify(typed)).toContain("error=");
    }
  });

  it("ends a session when asked", async () => {
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

  it("of one address does not open another", async () => {
    const [mine, theirs] = [someone(), someone()];
    await new Client().ask(mine);
    await new Client().ask(theirs);
    if (mail.codeFor(mine) !== mail.codeFor(theirs)) {
      expect(failed(await new Client().type(theirs, mail.codeFor(mine)))).toBe(true);
    }
  });

  it("does not survive five wrong tries from as many network addresses", async () => {
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

describe("somebody who attacks sign-in", () => {
  it("is slowed down per network address and per mail address", async () => {
    const strict = await makeHandler({
      ...defaultSignInLimits,
      requestsPerNetworkAddress: 3,
      requestsPerEmail: 2,
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

  it("guesses ten thousand codes from as many networks in vain, the right one among them", async () => {
    const unlimited = Number.MAX_SAFE_INTEGER;
    const open = await makeHandler({
      requestsPerEmail: unlimited,
      requestsPerNetworkAddress: unlimited,
      triesPerEmail: unlimited,
      triesPerNetworkAddress: unlimited,
    });
    const email = someone();
    await new Client(open).ask(email);
    const right = Number(mail.codeFor(email));
    let opened = 0;
    let sent = 0;
    for (let batch = 0; batch < 100; batch += 1) {
      const guesses = Array.from({ length: 100 }, async (_, i) => {
        networkAddress = `10.${batch}.${i}.1`;
        const token = String((right + 1_000_000 - 5_000 + batch * 100 + i) % 1_000_000).padStart(6, "0");
        sent += 1;
        const response = await open(
          new Request(`${origin}/api/auth/callback/email?email=${email}&token=${token}`),
        );
        if (response.headers.getSetCookie().some((c) => c.startsWith("cadastre_session="))) opened += 1;
      });
      await Promise.all(guesses);
    }
    expect(sent).toBe(10_000);
    expect(opened).toBe(0);
  });

  it("cannot get around the limits by other ways to write a call", async () => {
    const strict = await makeHandler({ ...defaultSignInLimits, triesPerNetworkAddress: 3, triesPerEmail: 3 });
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
        networkAddress = `203.0.113.${100 + n * 10 + i}`;
        statuses.push((await strict(new Request(`${origin}${way(email)}`))).status);
      }
      expect(statuses, way(email)).toEqual([302, 302, 302, 429]);
    }
    // Nor by asking in JSON, which the library reads as well.
    const asking = await makeHandler({ ...defaultSignInLimits, requestsPerEmail: 1 });
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

  it("cannot have a guard of ours miss a call by other ways to write it", async () => {
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

  /** Where a browser goes that was shown this header on our own site. */
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

  it("is told that an address to return to is none, and the code still works without it", async () => {
    const email = someone();
    await new Client().ask(email);
    const response = await new Client().type(email, mail.codeFor(email), "javascript:alert(1)");
    expect(response.headers.get("location")).toBe("/auth/error?error=InvalidCallbackUrl");
    expect(failed(await new Client().type(email, mail.codeFor(email)))).toBe(false);
  });

  it("cannot add a header or a receiver to the mail", async () => {
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

  it("cannot ask for a code from another site, without the request token", async () => {
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

  it("cannot lay the library's own page for signing out under theirs", async () => {
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

  it("learns nothing that opens a session from the table of sessions", async () => {
    const client = await new Client().signIn(someone());
    const rows = JSON.stringify(await store.db.select().from(peopleTables.sessions));
    expect(rows).not.toContain(client.cookies.get("cadastre_session"));
  });

  it("gets no session's cookie that scripts, other sites or plain HTTP could use", async () => {
    const attributes = async (baseUrl: string, name: string) => {
      const email = someone();
      const secure = await makeHandler(defaultSignInLimits, baseUrl);
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
    // A name with this prefix no other subdomain and no connection in the clear can set.
    expect(await attributes("https://app.example", "__Host-cadastre_session")).toEqual([
      "HttpOnly",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
  });

  it("cannot send a huge body", async () => {
    const response = await handler(
      new Request(`${origin}/api/auth/_log`, { method: "POST", body: "x".repeat(20_000) }),
    );
    expect(response.status).toBe(413);
  });
});
