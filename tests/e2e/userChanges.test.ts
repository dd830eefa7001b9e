/** Pages that are open while the session or the user changes: public pages keep their content, others ask to sign in. */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { advanceClock } from "../support/advanceClock";
import { untilFrameHydrated } from "../support/openPage";
import { accountButton, openSharedProduct, type SharedPeople } from "../support/peopleBrowser";
import { withoutSignInModal } from "../support/withoutSignInModal";

/** A list, a class page and a profile. */
const paths = ["/networks", "/treasuries", "/assets/usdc"];
const widths = [1440, 390];
const pages = paths.flatMap((path) => widths.map((width) => ({ path, width })));

/** A session younger than this is not requested again when its tab is shown. */
const SESSION_STALE_MS = 31_000;

type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;

/** Runs in the page: records the least text that `main` has had since, and marks its heading. */
function watchContent() {
  const main = document.querySelector("main");
  const content = { initial: main?.textContent.length ?? 0, least: Number.POSITIVE_INFINITY };
  const measure = () => {
    content.least = Math.min(content.least, document.querySelector("main")?.textContent.length ?? 0);
  };
  measure();
  new MutationObserver(measure).observe(document.documentElement, { childList: true, subtree: true });
  main?.querySelector("h1")?.setAttribute("data-written", "");
  Object.assign(window, { content });
}

/** Share of the initial text of `main` that was there at any time. */
const leastShare = (page: Page) =>
  page.evaluate(() => {
    const { initial, least } = Reflect.get(window, "content");
    return initial > 0 ? least / initial : 0;
  });

/** Runs in the page: whether React has hydrated the content of the page. */
const isHydrated = () => document.documentElement.dataset.hydrated === "page";

/** As when a tab is shown again after a while. */
async function returnToTab(page: Page) {
  await advanceClock(page, SESSION_STALE_MS);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

/**
 * Moves a pointer over the content of a page until the page is hydrated. A pointer sends many events; the page may not
 * listen for the first ones yet.
 */
async function interact(page: Page) {
  await expect
    .poll(async () => {
      // A tab that is not in front may not receive the pointer.
      await page.locator("main h1").dispatchEvent("pointermove");
      return page.evaluate(isHydrated);
    })
    .toBe(true);
}

describe.skipIf(inject("browserMissing") !== "")("while a page is open", () => {
  let people: SharedPeople;
  let cookies: Cookies;
  /** Another tab of the same browser signs in. */
  const signIn = (page: Page) => page.context().addCookies(cookies);
  /** Another tab of the same browser signs out. */
  const signOut = (page: Page) => page.context().clearCookies({ name: "cadastre_session" });

  const openUnhydrated = async (page: Page, { path, width }: { path: string; width: number }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSettled(page, path);
    await page.evaluate(watchContent);
    expect(await page.evaluate(isHydrated)).toBe(false);
  };
  /**
   * Opens a page and waits until it knows of the session and has received all of its data: a request that is under way would
   * miss a later change, and its response would renew the session.
   */
  const openSettled = async (page: Page, path: string) => {
    const session = page.waitForResponse("**/api/auth/session");
    const pending = new Set<Request>();
    page.on("request", (request) => pending.add(request));
    for (const end of ["requestfinished", "requestfailed"] as const)
      page.on(end as "requestfinished", (request) => pending.delete(request));
    await page.goto(path);
    await untilFrameHydrated(page);
    await (await session).finished();
    // React has rendered what depends on the session, and has requested its data.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect.poll(() => pending.size).toBe(0);
  };
  const open = async () => {
    const { page, errors } = await people.open();
    await withoutSignInModal(page);
    await page.clock.install();
    return { page, errors };
  };

  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  it("keeps the content of a public page that is not hydrated when the theme of the account changes", async () => {
    const { page, errors } = await open();
    await people.signInKnown(page, "changes@user-changes.example", "/networks");
    cookies = await page.context().cookies();
    for (const opened of pages) {
      await openUnhydrated(page, opened);
      const isDark = await page.evaluate(() => document.documentElement.dataset.theme === "dark");
      const name = isDark ? "Light theme" : "Dark theme";
      if (opened.width < 640) await page.getByRole("button", { name: "Menu" }).click();
      const saved = page.waitForResponse((response) => response.url().includes("updatePreferences"));
      await page.getByRole("radio", { name }).locator("visible=true").dispatchEvent("click");
      await (await saved).finished();
      // The answer is in the page once a later request has been answered.
      await page.evaluate(() => fetch("/favicon.svg").then((answer) => answer.text()));
      expect([opened, await leastShare(page)]).toEqual([opened, 1]);
      expect(await page.locator("main h1[data-written]").count()).toBe(1);
      if (opened.width < 640) await page.keyboard.press("Escape");
      await interact(page);
      expect(await leastShare(page)).toBeGreaterThan(0.9);
      expect(await page.locator("main h1[data-written]").count()).toBe(1);
    }
    expect(errors).toEqual([]);
  });

  it("keeps it when another tab signs in, and shows it for the user once it is hydrated", async () => {
    const { page, errors } = await open();
    for (const opened of pages) {
      await signOut(page);
      await openUnhydrated(page, opened);
      await signIn(page);
      await returnToTab(page);
      await accountButton(page).waitFor();
      expect([opened, await leastShare(page)]).toEqual([opened, 1]);
      await interact(page);
      await page.locator("main [aria-label$='to watchlist'], main [aria-pressed]").first().waitFor();
      expect(await leastShare(page)).toBeGreaterThan(0.9);
    }
    expect(errors).toEqual([]);
  });

  it("keeps it when another tab signs out, and shows it for visitors once it is hydrated", async () => {
    const { page, errors } = await open();
    for (const opened of pages) {
      await signIn(page);
      await openUnhydrated(page, opened);
      await signOut(page);
      await returnToTab(page);
      await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
      expect([opened, await leastShare(page)]).toEqual([opened, 1]);
      await interact(page);
      await expect.poll(() => page.locator("main [aria-label$='to watchlist']").count()).toBe(0);
      expect(await leastShare(page)).toBeGreaterThan(0.9);
    }
    // Calls in flight when the session ended are rejected.
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });

  it("hydrates after the session has ended before this tab knows, and goes on to other pages", async () => {
    const { page } = await open();
    await signIn(page);
    await openUnhydrated(page, { path: "/private-credit", width: 1440 });
    await signOut(page);
    await interact(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect(await leastShare(page)).toBeGreaterThan(0.9);
    await page.getByRole("complementary").getByRole("link", { name: "Stablecoins" }).click();
    await page.getByRole("heading", { level: 1, name: "Stablecoins" }).waitFor();
  });

  it.each(["/watchlist", "/settings"])(
    "leaves %s for the sign-in page when the session ends, and comes back",
    async (path) => {
      const { page } = await open();
      await signIn(page);
      await openSettled(page, `${path}?a=1`);
      await signOut(page);
      // The page may leave while its clock still advances, which ends what runs in it.
      await Promise.all([
        page.waitForURL("**/login?**"),
        returnToTab(page).catch((error: Error) => expect(error.message).toContain("because of a navigation")),
      ]);
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("error")).toBe("SessionRequired");
      expect(searchParams.get("callbackUrl")).toMatch(new RegExp(`^${path}`));
      await signIn(page);
      await page.goto(searchParams.get("callbackUrl") ?? "");
      await accountButton(page).waitFor();
    },
  );

  it("leaves a page that requires a session at the first call that is rejected for the lack of one", async () => {
    const { page } = await open();
    await signIn(page);
    await openSettled(page, "/settings/watches");
    await signOut(page);
    // Only this page requests the plan. Organizations are requested for a notice on every page, and then cached.
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Plan" }).click();
    await page.waitForURL("**/login?**");
    expect(new URL(page.url()).searchParams.get("error")).toBe("SessionRequired");
  });
});
