/** Third-party services in a real browser: none is loaded unless the operator and the visitor both agree. */
import { createHmac } from "node:crypto";
import http from "node:http";
import { text } from "node:stream/consumers";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { advanceClock } from "../support/advanceClock";
import { untilFrameHydrated } from "../support/openPage";
import {
  accountButton,
  completeProfile,
  enterEmail,
  type PeopleBrowser,
  startPeopleBrowser,
  visit,
  visitEnough,
} from "../support/peopleBrowser";
import { pick } from "../support/pick";

describe.skipIf(inject("browserMissing") !== "")("services of others", () => {
  let people: PeopleBrowser;
  /** Events that reached the analytics service. */
  let captured: { event: string; distinct_id: string; properties: Record<string, unknown> }[] = [];
  const analytics = http.createServer(async (request, response) => {
    captured.push(JSON.parse(await text(request)));
    response.end("{}");
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => analytics.listen(0, "127.0.0.1", resolve));
    const { port } = analytics.address() as { port: number };
    people = await startPeopleBrowser({
      ANALYTICS_URL: `http://127.0.0.1:${port}`,
      ANALYTICS_KEY: "project",
      SESSION_REPLAY_ID: "team/app",
      CHAT_APP_ID: "chat1",
      CHAT_SECRET: "secret",
      SIGN_IN_MODAL: "dismissible",
    });
  });
  afterAll(async () => {
    await people?.close();
    await new Promise((resolve) => analytics.close(resolve));
  });

  /** A page whose requests to other hosts are answered and recorded here. */
  async function open(options?: BrowserContextOptions & { signal?: "doNotTrack" | "globalPrivacyControl" }) {
    captured = [];
    const { page, errors } = await people.open(options);
    if (options?.signal) {
      await page.addInitScript((name) => {
        const value = name === "doNotTrack" ? "1" : true;
        Object.defineProperty(navigator, name, { get: () => value });
      }, options.signal);
    }
    const elsewhere: string[] = [];
    await page.route(
      (url) => url.origin !== people.product.url,
      (route) => {
        const { host } = new URL(route.request().url());
        elsewhere.push(host);
        const body = host.includes("intercom")
          ? // The real widget replaces its placeholder.
            `window.calls = [...(window.Intercom?.q ?? [])];
             window.Intercom = (...call) => {
               window.calls.push(call);
               sessionStorage.setItem("lastCall", call[0]);
             };`
          : `window.LogRocket = { init: (app) => { window.replay = { app }; },
               identify: (id, traits) => { window.replay = { ...window.replay, id, traits }; },
               getSessionURL: (tell) => tell("https://replay.example/1") };`;
        return route.fulfill({
          body,
          contentType: "text/javascript",
          headers: { "access-control-allow-origin": "*" },
        });
      },
    );
    return { page, errors, elsewhere };
  }
  type Opened = Awaited<ReturnType<typeof open>>;
  const banner = ({ page }: Opened) => page.getByRole("region", { name: "Analytics and chat" });
  const seen = <T>({ page }: Opened, name: string) =>
    page.evaluate((key) => Reflect.get(window, key) as unknown, name) as Promise<T>;

  it("are not loaded before the visitor has agreed, nor after they refused", async () => {
    const opened = await open();
    await opened.page.goto("/networks");
    await banner(opened).waitFor();
    expect(await accessibilityProblems(opened.page)).toEqual([]);
    await opened.page.waitForTimeout(800);
    expect(opened.elsewhere).toEqual([]);
    await opened.page.getByRole("button", { name: "No, thanks" }).click();
    await banner(opened).waitFor({ state: "detached" });
    await opened.page.goto("/treasuries");
    await untilFrameHydrated(opened.page);
    await opened.page.waitForTimeout(800);
    expect(await banner(opened).count()).toBe(0);
    expect(opened.elsewhere).toEqual([]);
    expect(captured).toEqual([]);
    expect(await opened.page.evaluate(() => sessionStorage.getItem("cadastre.analyticsId"))).toBeNull();
  });

  it.each(["doNotTrack", "globalPrivacyControl"] as const)(
    "are not loaded if the browser sends %s",
    async (signal) => {
      const opened = await open({ signal });
      await opened.page.goto("/networks");
      await untilFrameHydrated(opened.page);
      await opened.page.waitForTimeout(800);
      expect(await banner(opened).count()).toBe(0);
      expect(opened.elsewhere).toEqual([]);
      expect(captured).toEqual([]);
    },
  );

  it("are loaded for a visitor who agreed, without identifying them", async () => {
    const opened = await open();
    await opened.page.goto("/networks");
    await opened.page.getByRole("button", { name: "Allow" }).click();
    await expect.poll(() => seen<object>(opened, "calls")).toEqual([["boot", { app_id: "chat1" }]]);
    await expect.poll(() => seen<object>(opened, "replay")).toEqual({ app: "team/app" });
    await expect.poll(() => captured.map(({ event }) => event)).toContain("$pageview");
    expect(captured[0]?.properties).toMatchObject({ pathname: "/networks" });
    expect([...new Set(opened.elsewhere)].sort()).toEqual(["cdn.logr-in.com", "widget.intercom.io"]);
    expect(opened.errors).toEqual([]);
  });

  it("let visitors close the sign-in modal for this tab if the operator makes it dismissible", async () => {
    const { page } = await open();
    const modal = page.getByRole("dialog", { name: "Get started for free" });
    await visitEnough(page);
    await modal.getByRole("button", { name: "Close" }).waitFor();
    await modal.press("Escape");
    await modal.waitFor({ state: "detached" });
    await page.clock.install();
    await visit(page, "/stablecoins");
    await advanceClock(page, 60_000);
    expect(await modal.count()).toBe(0);
  });

  it("identify a user who agreed, by a proof that only the server can compute", async () => {
    const opened = await open();
    const { page } = opened;
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (to, init) => {
        const isReport = String(to).includes("analytics.track");
        if (isReport) sessionStorage.setItem("reportOutlivesPage", String(init?.keepalive));
        return fetch(to, init);
      };
    });
    await page.goto("/login?callbackUrl=%2Fsettings");
    await page.getByRole("button", { name: "Allow" }).click();
    // Events from now on include the URL of the recording.
    await expect.poll(() => seen<object>(opened, "replay")).toEqual({ app: "team/app" });
    await enterEmail(page, "known@chat.example");
    await page.getByLabel("6-digit code").fill(people.mail.codeFor("known@chat.example"));
    await page.getByRole("button", { name: "Verify" }).click();
    await page.waitForURL((url) => url.pathname === "/settings");
    await accountButton(page).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("reportOutlivesPage"))).toBe("true");
    const { id } = await page.evaluate(() =>
      fetch("/api/trpc/users.getProfile")
        .then((response) => response.json())
        .then((answer) => answer.result.data as { id: string }),
    );
    const hash = createHmac("sha256", "secret").update(id).digest("hex");
    await expect
      .poll(() => seen<object[]>(opened, "calls"))
      .toContainEqual([
        "boot",
        { app_id: "chat1", user_id: id, email: "known@chat.example", user_hash: hash },
      ]);
    await expect
      .poll(() => seen<object>(opened, "replay"))
      .toMatchObject({ app: "team/app", id, traits: { email: "known@chat.example" } });
    await expect.poll(() => captured.map(({ event }) => event)).toContain("$identify");
    expect(captured.find(({ event }) => event === "$identify")?.distinct_id).toBe(id);
    await completeProfile(page);
    await expect.poll(() => seen<object[]>(opened, "calls")).not.toEqual([]);
    await untilFrameHydrated(page);
    await accountButton(page).click();
    await pick(page.getByRole("menuitem", { name: "Sign out" }));
    await page.waitForURL(`${people.product.url}/`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("lastCall"))).toBe("shutdown");
    // Events of the sign-in page include the recording's URL and the page where they happened.
    await expect
      .poll(() => captured.find(({ event }) => event === "Sign-in verified")?.properties)
      .toMatchObject({ pathname: "/login", logRocketSessionUrl: "https://replay.example/1" });
    // Events and page views of the visitor share one id until the user is known.
    const idOf = (name: string) => captured.find(({ event }) => event === name)?.distinct_id;
    expect(idOf("$pageview")).toMatch(/^[0-9a-f-]{36}$/);
    expect(idOf("Sign-in email sent")).toBe(idOf("$pageview"));
  });
});
