/** Signing in by email in a real browser: the pages, the modal, their messages and their checks. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { advanceClock } from "../support/advanceClock";
import { problemsInBothThemes } from "../support/expectFit";
import { untilFrameHydrated } from "../support/openPage";
import {
  accountButton,
  enterEmail,
  openPeopleProduct,
  type SharedPeople,
  visit,
  visitEnough,
} from "../support/peopleBrowser";
import { delayScripts } from "../support/slowBrowser";
import { waitForEvent } from "../support/waitForEvent";

let people: SharedPeople;

describe.skipIf(inject("browserMissing") !== "")("signing in", () => {
  beforeAll(async () => {
    people = await openPeopleProduct();
  });
  afterAll(() => people?.close());

  const toast = (page: Page, message: string) => page.getByText(message, { exact: true }).first();
  const code = (page: Page) => page.getByLabel("6-digit code");
  const verify = (page: Page) => page.getByRole("button", { name: "Verify" });
  const modal = (page: Page) => page.getByRole("dialog", { name: /Get started for free|Check your email/ });
  const hasFocus = (field: Locator) => field.evaluate((one) => one === document.activeElement);
  /** Waits until a code has been rejected and its field is empty again: input before that is lost. */
  const untilRefused = async (page: Page, message: string) => {
    await toast(page, message).waitFor();
    await expect.poll(() => code(page).inputValue()).toBe("");
  };
  const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, "0");

  describe("on its page", () => {
    it("accepts any address, rejects a wrong code with a message, and returns to the previous page", async () => {
      const { page } = await people.open();
      await page.goto("/login?callbackUrl=%2Fnetworks");
      await enterEmail(page, "Someone@GMAIL.com");
      await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Check your email");
      const right = people.mail.codeFor("someone@gmail.com");
      await code(page).fill(wrong(right));
      await verify(page).click();
      await untilRefused(page, "Verification failed - please check your code.");
      expect(await code(page).getAttribute("aria-invalid")).toBe("true");
      const described = (await code(page).getAttribute("aria-describedby")) ?? "";
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
        "Verification failed - please check your code.",
      );
      await expect.poll(() => hasFocus(code(page))).toBe(true);
      await code(page).fill(right);
      await expect.poll(() => code(page).getAttribute("aria-invalid")).toBeNull();
      await verify(page).click();
      await page.waitForURL("**/networks");
    });

    it("returns to an unknown URL, which shares its page with all others of its kind", async () => {
      const { page } = await people.open();
      const link = page.getByRole("link", { name: "Sign in", exact: true });
      for (const address of ["/no-such-page", "/nor/this?a=1#b"]) {
        expect((await page.goto(address))?.status()).toBe(404);
        await untilFrameHydrated(page);
        const login = `/login?${new URLSearchParams({ callbackUrl: address })}`;
        await expect.poll(() => link.getAttribute("href")).toBe(login);
      }
      const served = await page.request.get("/no-such-page");
      expect(await served.text()).not.toContain("callbackUrl");
    });

    it("resubmits its form if another tab's first token replaced its own", async () => {
      const { page } = await people.open();
      let taken = 0;
      await page.route("**/api/auth/csrf", async (route) => {
        const body = await (await route.fetch()).text();
        if (taken++ === 0) {
          await page.context().clearCookies();
          await page.request.get("/api/auth/csrf");
        }
        await route.fulfill({ body, contentType: "application/json" });
      });
      await page.goto("/login");
      await enterEmail(page, "tabs@signing.example");
      await code(page).fill(people.mail.codeFor("tabs@signing.example"));
      await verify(page).click();
      await accountButton(page).waitFor();
      expect(taken).toBe(2);
    });

    it("confirms a sent code only if this tab requested one", async () => {
      const { page } = await people.open();
      await page.goto("/auth/verify");
      await untilFrameHydrated(page);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Enter your code");
      expect(await page.getByRole("main").textContent()).not.toContain("We sent");
      await page.getByRole("button", { name: "Resend code", exact: true }).waitFor();
      await page.goto("/login");
      await enterEmail(page, "tab@signing.example");
      await page.goto("/auth/verify");
      await page.getByText("We sent a 6-digit code to tab@signing.example.").waitFor();
      await expect
        .poll(() => page.getByLabel("Email", { exact: true }).inputValue())
        .toBe("tab@signing.example");
      await page.getByLabel("Email", { exact: true }).fill("tab@");
      await code(page).fill("123456");
      await verify(page).click();
      await page.getByText("Please enter a valid email address").waitFor();
      await expect.poll(() => hasFocus(page.getByLabel("Please re-enter your email"))).toBe(true);
    });

    it("accepts a pasted code with spaces, and only six digits", async () => {
      const { page } = await people.open();
      await page.goto("/login");
      await enterEmail(page, "paste@signing.example");
      await expect.poll(() => verify(page).isDisabled()).toBe(true);
      await code(page).fill("12 34x5");
      await expect.poll(() => code(page).inputValue()).toBe("12345");
      await expect.poll(() => verify(page).isDisabled()).toBe(true);
      await code(page).fill(" 123-456 789");
      await expect.poll(() => code(page).inputValue()).toBe("123456");
      await expect.poll(() => verify(page).isEnabled()).toBe(true);
    });

    it("identifies its fields for password managers and phones", async () => {
      const { page } = await people.open();
      await page.goto("/login");
      const email = page.getByLabel("Email", { exact: true });
      expect(await email.getAttribute("autocomplete")).toBe("email");
      expect(await email.getAttribute("type")).toBe("email");
      await enterEmail(page, "fields@signing.example");
      expect(await code(page).getAttribute("autocomplete")).toBe("one-time-code");
      expect(await code(page).getAttribute("inputmode")).toBe("numeric");
      await page.getByText("The code expires after 10 minutes.").waitFor();
    });

    it("works with the keyboard alone", async () => {
      const { page } = await people.open();
      await page.goto("/login?callbackUrl=%2Fnetworks");
      await untilFrameHydrated(page);
      // The field has the focus from the start.
      await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "email");
      await page.keyboard.type("keys@signing.example");
      await page.keyboard.press("Enter");
      await code(page).waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "token");
      await page.keyboard.type(people.mail.codeFor("keys@signing.example"));
      await page.keyboard.press("Enter");
      await page.waitForURL("**/networks");
    });

    it("is the target of account pages, with the reason and a link back", async () => {
      const { page } = await people.open();
      await page.goto("/settings/profile");
      const { pathname, searchParams } = new URL(page.url());
      expect(pathname).toBe("/login");
      expect(Object.fromEntries(searchParams)).toEqual({
        error: "SessionRequired",
        callbackUrl: "/settings/profile",
      });
      await page.getByText("Sign in to see this page").waitFor();
      await enterEmail(page, "back@signing.example");
      await code(page).fill(people.mail.codeFor("back@signing.example"));
      await verify(page).click();
      await page.waitForURL("**/settings/profile");
    });

    it("accepts the code also if the page after it is not included in the plan", async () => {
      const { page } = await people.open();
      await page.goto("/admin/users");
      expect(new URL(page.url()).pathname).toBe("/login");
      await enterEmail(page, "curious@signing.example");
      await code(page).fill(people.mail.codeFor("curious@signing.example"));
      await verify(page).click();
      await page.waitForURL("**/admin/users");
      await page.getByText("This page is for administrators only").waitFor();
      await page.goto("/login?callbackUrl=%2Fno-such-page");
      await page.getByText("You are signed in").waitFor();
    });

    it("accepts the code also if the page after it does not exist", async () => {
      const { page } = await people.open();
      await page.goto("/login?callbackUrl=%2Fno-such-page");
      await enterEmail(page, "lost@signing.example");
      await code(page).fill(people.mail.codeFor("lost@signing.example"));
      await verify(page).click();
      await page.waitForURL("**/no-such-page");
      expect(await page.getByText("please try again").count()).toBe(0);
    });

    it("never redirects to another site", async () => {
      for (const [n, target] of ["https://evil.example/", "//evil.example", "/\\evil.example"].entries()) {
        const { page } = await people.open();
        await page.goto(`/login?${new URLSearchParams({ callbackUrl: target })}`);
        await enterEmail(page, `safe${n}@signing.example`);
        await code(page).fill(people.mail.codeFor(`safe${n}@signing.example`));
        await verify(page).click();
        await page.waitForURL(`${people.product.url}/`);
      }
    });

    it("reports an invalid address under its field, until it is edited", async () => {
      const { page } = await people.open();
      await page.goto("/login");
      await untilFrameHydrated(page);
      const submit = page.getByRole("button", { name: "Continue with email" });
      await submit.click();
      await page.getByText("Please enter your email", { exact: true }).waitFor();
      await page.getByLabel("Email", { exact: true }).fill("nonsense");
      await expect.poll(() => page.getByText("Please enter your email", { exact: true }).count()).toBe(0);
      await submit.click();
      await page.getByText("Please enter a valid email address").waitFor();
    });
  });

  describe("when a call fails", () => {
    const atStepOne = async () => {
      const { page } = await people.open();
      await page.goto("/login");
      await untilFrameHydrated(page);
      await page.getByLabel("Email", { exact: true }).fill("fails@signing.example");
      return page;
    };
    const submit = (page: Page) => page.getByRole("button", { name: "Continue with email" });

    it("reports an email that could not be sent", async () => {
      const page = await atStepOne();
      for (const status of [500, 429]) {
        await page.route("**/api/auth/signin/email", (route) => route.fulfill({ status, body: "{}" }));
        await Promise.all([page.waitForResponse("**/api/auth/signin/email"), submit(page).click()]);
        await toast(page, "Error sending verification email - please try again.").waitFor();
        await page.unroute("**/api/auth/signin/email");
      }
      await expect.poll(() => submit(page).isEnabled()).toBe(true);
    });

    it("ignores an undefined response, and allows another attempt", async () => {
      const page = await atStepOne();
      await page.route("**/api/auth/providers", (route) => route.fulfill({ status: 500 }));
      const tracked = await waitForEvent(
        page.waitForRequest((request) => request.url().includes("analytics.track")),
        () => submit(page).click(),
      );
      expect(tracked.postData()).toContain('"pathname":"/login"');
      await expect.poll(() => submit(page).isEnabled()).toBe(true);
      expect(await page.getByText("please try again").count()).toBe(0);
      await page.unroute("**/api/auth/providers");
      await submit(page).click();
      await code(page).waitFor();
    });

    it("has a message for each failure of a code", async () => {
      const { page } = await people.open();
      await page.goto("/login");
      await enterEmail(page, "codes@signing.example");
      const failures = [
        [(r: { abort: () => unknown }) => r.abort(), "Verification failed - please try again."],
        [
          (r: { fulfill: (o: object) => unknown }) => r.fulfill({ status: 429, body: "{}" }),
          "Invalid verification code - please try again.",
        ],
        [
          (r: { fulfill: (o: object) => unknown }) => r.fulfill({ status: 204 }),
          "Verification failed - please try again.",
        ],
      ] as const;
      for (const [answer, message] of failures) {
        await page.route("**/api/auth/callback/email*", (route) => void answer(route));
        await code(page).fill("123456");
        await verify(page).click();
        await untilRefused(page, message);
        await page.unroute("**/api/auth/callback/email*");
      }
    });

    it("requests a missing address again", async () => {
      const { page } = await people.open();
      await page.goto("/auth/verify");
      await untilFrameHydrated(page);
      await code(page).fill("123456");
      await verify(page).click();
      await page.getByLabel("Please re-enter your email").waitFor();
    });
  });

  describe("the modal", () => {
    it("opens after 2 internal page visits, the landing page not counted, and 2 s later", async () => {
      const { page } = await people.open();
      await page.clock.install();
      for (const path of ["/stablecoins", "/networks"]) {
        await visit(page, path);
        await advanceClock(page, 60_000);
        expect(await modal(page).count(), path).toBe(0);
      }
      await page.addInitScript(() => {
        const seen = new MutationObserver(() => {
          if (document.querySelector("[role=dialog]") === null) return;
          seen.disconnect();
          Object.assign(window, { modalSeenAt: performance.now() });
        });
        seen.observe(document, { childList: true, subtree: true });
      });
      await visit(page, "/treasuries");
      await page.getByText("Get started for free").waitFor();
      expect(await page.evaluate(() => Reflect.get(window, "modalSeenAt") as number)).toBeGreaterThanOrEqual(
        2_000,
      );
      await page.keyboard.press("Escape");
      await page.mouse.click(5, 5);
      await advanceClock(page, 1_000);
      expect(await modal(page).isVisible()).toBe(true);
      expect(await page.getByRole("button", { name: "Close" }).count()).toBe(0);
    });

    it("waits while a field has the focus", async () => {
      const { page } = await people.open();
      await page.clock.install();
      const release = await delayScripts(page, "SignInModal");
      await visitEnough(page);
      await untilFrameHydrated(page);
      const words = page.getByRole("searchbox", { name: "Search Assets" });
      await words.focus();
      release();
      await advanceClock(page, 60_000);
      await page.keyboard.type("ondo");
      await advanceClock(page, 60_000);
      await page.waitForURL(/q=ondo/);
      expect(await modal(page).count()).toBe(0);
      expect(await words.inputValue()).toBe("ondo");
      await words.blur();
      await modal(page).waitFor();
    });

    it("waits while a dialog or a popover is open", async () => {
      const { page } = await people.open();
      await page.clock.install();
      const release = await delayScripts(page, "SignInModal");
      await visitEnough(page);
      await untilFrameHydrated(page);
      await page.keyboard.press("Control+k");
      const search = page.getByRole("dialog", { name: "Search" });
      await search.waitFor();
      release();
      await advanceClock(page, 60_000);
      expect(await modal(page).count()).toBe(0);
      await page.keyboard.press("Escape");
      await modal(page).waitFor();
    });

    it("rejects personal addresses until they are edited, then signs in and stays closed", async () => {
      const { page } = await people.open();
      await visitEnough(page);
      const email = page.getByLabel("Work email");
      await email.fill("me@gmail.com");
      await page.getByRole("button", { name: "Continue" }).click();
      const refusal = page.getByText("Please use your work email address", { exact: true });
      await refusal.waitFor();
      await email.fill("me@work.example");
      await expect.poll(() => refusal.count()).toBe(0);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("dialog", { name: "Check your email" }).waitFor();
      await code(page).fill(wrong(people.mail.codeFor("me@work.example")));
      await verify(page).click();
      await untilRefused(page, "Verification failed - please check your code.");
      await code(page).fill(people.mail.codeFor("me@work.example"));
      await waitForEvent(page.waitForEvent("load"), () => verify(page).click());
      await page.waitForURL("**/treasuries");
      await page.getByRole("dialog", { name: "Welcome to the product" }).waitFor();
      expect(await modal(page).count()).toBe(0);
      // Nothing remains that a later visit to the home page would follow.
      const remembered = () => page.evaluate(() => sessionStorage.getItem("cadastre.postAuthRedirect"));
      await expect.poll(remembered).toBeNull();
    });

    it("links users without a work address to the page for any address, and back", async () => {
      const { page } = await people.open();
      await visitEnough(page);
      await page.getByRole("link", { name: "No work email? Sign in here" }).click();
      await page.waitForURL("**/login?callbackUrl=%2Ftreasuries");
      expect(await modal(page).count()).toBe(0);
      await enterEmail(page, "private@gmail.com");
      await code(page).fill(people.mail.codeFor("private@gmail.com"));
      await verify(page).click();
      await page.waitForURL("**/treasuries");
    });

    it("never shows on open pages, nor if the tab is exempt", async () => {
      const { page } = await people.open();
      await page.clock.install();
      await visitEnough(page);
      for (const path of ["/", "/login", "/auth/verify", "/auth/error"]) {
        await visit(page, path);
        await advanceClock(page, 60_000);
        expect(await modal(page).count(), path).toBe(0);
      }
      await page.evaluate(() => sessionStorage.setItem("cadastre.inlineAuth", "disabled"));
      await visit(page, "/networks");
      await advanceClock(page, 60_000);
      expect(await modal(page).count()).toBe(0);
    });

    it("hides the covered content from the keyboard", async () => {
      const { page } = await people.open();
      await visitEnough(page);
      await modal(page).waitFor();
      await expect.poll(() => modal(page).evaluate((one) => one.contains(document.activeElement))).toBe(true);
      for (let i = 0; i < 12; i += 1) {
        await page.keyboard.press("Tab");
        const outside = await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement !== document.body && activeElement?.closest('[role="dialog"]') === null
            ? activeElement?.getAttribute("data-base-ui-focus-guard") === null
            : false;
        });
        expect(outside).toBe(false);
      }
      await page.keyboard.press("Control+k");
      expect(await page.getByRole("dialog", { name: "Search" }).count()).toBe(0);
    });
  });

  it("explains every error name and offers a next step", async () => {
    const { page } = await people.open();
    const names = [
      ["UnknownError", "Sign-in failed"],
      ["OAuthCallbackError", "The other service did not confirm your sign-in"],
      ["AccountNotLinkedError", "This email uses another sign-in method"],
      ["MissingAPIRoute", "Sign-in is unavailable"],
      ["MissingSecret", "Sign-in is not set up"],
      ["MissingAuthorize", "Sign-in is not set up"],
      ["MissingAdapter", "Sign-in is not set up"],
      ["MissingAdapterMethods", "Sign-in is not set up"],
      ["UnsupportedStrategy", "Sign-in is not set up"],
      ["InvalidCallbackUrl", "The return address is not allowed"],
      ["Verification", "The code is no longer valid"],
      ["AccessDenied", "You cannot sign in with this account"],
      ["Configuration", "Sign-in is unavailable"],
      ["RateLimited", "Too many attempts"],
      ["SessionRequired", "Sign in to see this page"],
    ] as const;
    for (const [name, title] of names) {
      await page.goto(`/auth/error?error=${name}`);
      expect(await page.getByRole("heading", { level: 1 }).textContent(), name).toBe(title);
      const ways = page.getByRole("main").getByRole("link");
      expect(await ways.count(), name).toBeGreaterThan(0);
    }
  });

  it("works without scripts once there is a code", async () => {
    const { page: asking } = await people.open();
    await asking.goto("/login");
    await enterEmail(asking, "plain@signing.example");
    // Scripts are off in the same browser: a code is of no use in another.
    const storageState = await asking.context().storageState();
    const { page } = await people.open({ javaScriptEnabled: false, storageState });
    await page.goto("/auth/verify");
    await page.locator("input[name=email]").fill("plain@signing.example");
    await page.locator("input[name=token]").fill(people.mail.codeFor("plain@signing.example"));
    await page.getByRole("button", { name: "Verify" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/auth/verify"));
    await page.goto("/settings");
    expect(new URL(page.url()).pathname).toBe("/settings");
  });

  it("follows the redirect stored by the tab when home is reached", async () => {
    const { page } = await people.open();
    await people.signInKnown(page, "home@signing.example");
    await page.evaluate(() => sessionStorage.setItem("cadastre.postAuthRedirect", "/networks?sort=name"));
    await page.goto("/");
    await page.waitForURL("**/networks?sort=name");
    await page.evaluate(() => sessionStorage.setItem("cadastre.postAuthRedirect", "https://evil.example/"));
    await page.clock.install();
    await visit(page, "/");
    await advanceClock(page, 60_000);
    expect(page.url()).toBe(`${people.product.url}/`);
  });

  it("ends from the menu, by keyboard", async () => {
    const { page } = await people.open();
    await people.signInKnown(page, "leaves@signing.example", "/networks");
    await untilFrameHydrated(page);
    await accountButton(page).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByRole("menu").evaluate((menu) => menu.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press("End");
    await expect.poll(() => hasFocus(page.getByRole("menuitem", { name: "Sign out" }))).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${people.product.url}/`);
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  });

  it("leaves pages of visitors identical for all", async () => {
    const fetchAs = (headers: Record<string, string>) =>
      fetch(`${people.product.url}/networks`, { headers }).then((response) => response.text());
    const [one, two] = await Promise.all([
      fetchAs({ "user-agent": "one", "accept-language": "de" }),
      fetchAs({ "user-agent": "two", cookie: "other=1" }),
    ]);
    expect(one).toBe(two);
    expect(one).not.toContain("Get started for free");
  });

  it("requests the profile alone and other data in batches if a user gets the page of an anonymous visitor", async () => {
    const { page } = await people.open();
    await people.signInKnown(page, "cached@signing.example", "/networks");
    const anonymousPage = await (await fetch(`${people.product.url}/networks`)).text();
    await page.route("**/networks", (route) =>
      route.fulfill({ body: anonymousPage, contentType: "text/html" }),
    );
    const calls: URL[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith("/api/trpc")) calls.push(url);
    });
    await page.goto("/networks");
    await accountButton(page).waitFor();
    const profile = calls.filter(({ pathname }) => pathname.includes("users.getProfile"));
    expect(profile.map(({ pathname, search }) => pathname + search)).toEqual(["/api/trpc/users.getProfile"]);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    const search = () => calls.find(({ pathname }) => pathname.includes("search.getInitialSearchGroups"));
    await expect.poll(() => search()?.searchParams.get("batch")).toBe("1");
  });

  it("is accessible in both themes", async () => {
    const { page, errors } = await people.open();
    for (const path of ["/login?error=SessionRequired", "/auth/verify", "/auth/error?error=MissingSecret"]) {
      await page.goto(path);
      await untilFrameHydrated(page);
      expect(await problemsInBothThemes(page), path).toEqual([]);
    }
    await page.goto("/networks");
    await modal(page).waitFor();
    await page.getByLabel("Work email").fill("me@gmail.com");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Please use your work email address").waitFor();
    expect(await problemsInBothThemes(page), "modal").toEqual([]);
    expect(errors).toEqual([]);
  });
});
