/** The React client of next-auth, version 4, as published, against our server in a real browser. */
import path from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openPeopleProduct, type SharedPeople } from "../support/peopleBrowser";
import { root } from "../support/product";

/** A page that shows its session, and exposes the client's functions to the test. */
const source = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { SessionProvider, useSession, getCsrfToken, getProviders, getSession, signIn, signOut } from "next-auth/react";

  function Shown() {
    const { data, status, update } = useSession();
    Object.assign(window, { update });
    return createElement("p", { id: "session" }, status + " " + (data?.user?.email ?? "") + " " + (data?.user?.name ?? ""));
  }
  function Required() {
    const { status } = useSession({ required: true });
    return createElement("p", { id: "required" }, status);
  }
  Object.assign(window, { client: { getCsrfToken, getProviders, getSession, signIn, signOut } });
  const required = new URLSearchParams(location.search).has("required");
  createRoot(document.body).render(createElement(SessionProvider, null, createElement(required ? Required : Shown)));
`;

declare global {
  interface Window {
    client: typeof import("next-auth/react");
    update: (data: object) => Promise<unknown>;
  }
}

const missing = inject("browserMissing");

describe.skipIf(missing !== "")("the next-auth client", () => {
  let people: SharedPeople;
  let script: string;

  beforeAll(async () => {
    [people, script] = await Promise.all([openPeopleProduct(), bundle()]);
  });
  afterAll(() => people?.close());

  async function open(address = "/client"): Promise<{ page: Page; errors: string[] }> {
    const { page, errors } = await people.open();
    await page.route(/\/client(\?.*)?$/, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><body><script>${script}</script></body>`,
      }),
    );
    await page.goto(address);
    return { page, errors };
  }
  const shows = (page: Page, text: string) => page.locator("#session", { hasText: text }).waitFor();

  it("finds no session, without an error", async () => {
    const { page, errors } = await open();
    await shows(page, "unauthenticated");
    expect(await page.evaluate(() => window.client.getSession())).toBeNull();
    expect(await page.evaluate(() => window.client.getProviders())).toMatchObject({
      email: { id: "email", type: "email" },
    });
    expect(errors).toEqual([]);
  });

  it("signs in by a code, reads, updates and ends the session", async () => {
    const { page, errors } = await open();
    await shows(page, "unauthenticated");
    const email = "ada@analytical.example";
    const codeRequest = await page.evaluate(
      (to) => window.client.signIn("email", { email: to, redirect: false }),
      email,
    );
    expect(codeRequest).toMatchObject({ ok: true, status: 200, error: null });
    const verified = await page.evaluate(
      async (query) => {
        const response = await fetch(`/api/auth/callback/email?${query}`);
        return { ok: response.ok, status: response.status, url: response.url };
      },
      new URLSearchParams({
        email,
        token: people.mail.codeFor(email),
        callbackUrl: "/networks",
        redirect: "true",
      }).toString(),
    );
    expect(verified).toEqual({ ok: true, status: 200, url: `${people.product.url}/networks` });

    await page.reload();
    await shows(page, `authenticated ${email}`);
    const session = await page.evaluate(() => window.client.getSession());
    expect(session?.user?.email).toBe(email);
    expect(Date.parse(session?.expires ?? "")).toBeGreaterThan(Date.now() + 29 * 86_400_000);

    await page.evaluate(() => window.update({ name: "Ada Lovelace" }));
    await shows(page, `authenticated ${email} Ada Lovelace`);
    await page.reload();
    await shows(page, `authenticated ${email} Ada Lovelace`);

    const ended = await page.evaluate(() =>
      window.client.signOut({ redirect: false, callbackUrl: "/client" }),
    );
    expect(ended.url).toBe(`${people.product.url}/client`);
    await shows(page, "unauthenticated");
    await page.reload();
    await shows(page, "unauthenticated");
    expect(errors).toEqual([]);
  });

  it("gets a URL with the error for a wrong code", async () => {
    const { page } = await open();
    const email = "eve@analytical.example";
    await page.evaluate((to) => window.client.signIn("email", { email: to, redirect: false }), email);
    const wrong = String((Number(people.mail.codeFor(email)) + 1) % 1_000_000).padStart(6, "0");
    const url = await page.evaluate(
      async (query) => (await fetch(`/api/auth/callback/email?${query}`)).url,
      new URLSearchParams({ email, token: wrong, callbackUrl: "/networks", redirect: "true" }).toString(),
    );
    expect(url).toContain("/auth/error?error=Verification");
  });

  it("redirects a visitor without a session to sign in, with the URL of origin", async () => {
    const { page } = await open("/client?required");
    await page.waitForURL(/\/login\?/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("error")).toBe("SessionRequired");
    expect(searchParams.get("callbackUrl")).toBe(`${people.product.url}/client?required`);
  });
});

async function bundle(): Promise<string> {
  const result = await build({
    stdin: { contents: source, resolveDir: path.join(root, "tests/e2e"), loader: "js" },
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.NEXTAUTH_URL": "undefined",
      "process.env.NEXTAUTH_URL_INTERNAL": "undefined",
      "process.env.VERCEL_URL": "undefined",
    },
  });
  return (result.outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script");
}
