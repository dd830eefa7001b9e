/** Input typed and submitted while a page becomes interactive: none of it is lost, even on slow machines. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { untilFrameHydrated } from "../support/openPage";
import { openPeopleProduct, type SharedPeople } from "../support/peopleBrowser";
import { delayScripts, throttle } from "../support/slowBrowser";
import { waitForEvent } from "../support/waitForEvent";

let people: SharedPeople;

/** Slowdown factor, and when the input happens. Once the network is idle a page listens, however slow it has been. */
const cases = [
  { rate: 1, moments: ["domcontentloaded", "load", "networkidle"] },
  { rate: 8, moments: ["domcontentloaded", "load"] },
] as const;

describe.skipIf(inject("browserMissing") !== "")("early input", () => {
  beforeAll(async () => {
    people = await openPeopleProduct();
  });
  afterAll(() => people?.close());

  const words = (page: Page) => page.getByRole("searchbox", { name: "Search Assets" });
  const email = (page: Page) => page.getByLabel("Email", { exact: true });
  const code = (page: Page) => page.getByLabel("6-digit code");
  const firstRow = (page: Page) =>
    page.getByRole("region", { name: "Assets", exact: true }).locator("tbody tr").first();
  const member = async (address: string) => {
    const { page } = await people.open();
    await people.signInKnown(page, address);
    const domain = address.slice(address.indexOf("@") + 1);
    await people.product.cadastre("plans", "set", domain, "PREMIUM_ALL_ACCESS");
    return page;
  };

  describe.each(cases)("on a processor $rate times slower", ({ rate, moments }) => {
    it.each(moments)("searches a table after %s, and keeps the words", async (moment) => {
      const { page, errors } = await people.open();
      const speedUp = await throttle(page, rate);
      await page.goto("/stablecoins", { waitUntil: moment });
      await words(page).fill("paypal");
      await words(page).press("Enter");
      await speedUp();
      await page.waitForURL(/[?&]q=paypal/);
      await expect.poll(() => firstRow(page).textContent()).toContain("PayPal USD");
      expect(await words(page).inputValue()).toBe("paypal");
      await untilFrameHydrated(page);
      expect(await words(page).inputValue()).toBe("paypal");
      expect(errors).toEqual([]);
    });

    it.each(moments)("signs in after %s", async (moment) => {
      const { page, errors } = await people.open();
      const address = `${moment}${rate}@early.example`;
      const speedUp = await throttle(page, rate);
      await page.goto("/login?callbackUrl=%2Fsettings", { waitUntil: moment });
      await email(page).fill(address);
      await email(page).press("Enter");
      await speedUp();
      await code(page).waitFor();
      await code(page).fill(people.mail.codeFor(address));
      await code(page).press("Enter");
      await page.waitForURL("**/settings");
      expect(errors).toEqual([]);
    });
  });

  it("starts a search without Enter, once scripts run", async () => {
    const { page } = await people.open();
    const release = await delayScripts(page);
    await page.goto("/stablecoins?sort=name", { waitUntil: "commit" });
    await words(page).fill("paypal");
    release();
    await page.waitForURL(/sort=name&q=paypal/);
    await expect.poll(() => firstRow(page).textContent()).toContain("PayPal USD");
    expect(await words(page).inputValue()).toBe("paypal");
  });

  it("follows a link on a page that is being hydrated, without an error", async () => {
    const { page, errors } = await people.open();
    await page.addInitScript(holdInnerPage);
    await page.goto("/settings", { waitUntil: "commit" });
    await page.waitForURL("**/stablecoins");
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => Reflect.get(window, "letGo")());
    await page.getByRole("heading", { level: 1, name: "Stablecoins" }).waitFor();
    expect(errors).toEqual([]);
  });

  it("is submitted with the table's other settings if scripts never run", async () => {
    const { page } = await people.open({ javaScriptEnabled: false });
    await page.goto("/stablecoins?sort=name");
    await words(page).fill("paypal");
    await words(page).press("Enter");
    await page.waitForURL(/sort=name&q=paypal/);
    expect(await firstRow(page).textContent()).toContain("PayPal USD");
    expect(await words(page).inputValue()).toBe("paypal");
  });

  it("is not replaced by the response to earlier input", async () => {
    const { page } = await people.open();
    await page.goto("/stablecoins", { waitUntil: "networkidle" });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/trpc/**", async (route) => {
      await released;
      await route.continue();
    });
    await waitForEvent(
      page.waitForRequest((request) => request.url().includes("/api/trpc/")),
      () => words(page).fill("pay"),
    );
    await words(page).pressSequentially("pal");
    expect(await words(page).inputValue()).toBe("paypal");
    release();
    await page.waitForURL(/q=paypal/);
    expect(await words(page).inputValue()).toBe("paypal");
    await expect.poll(() => firstRow(page).textContent()).toContain("PayPal USD");
  });

  it("requests the code for an address submitted before scripts ran", async () => {
    const { page } = await people.open();
    const release = await delayScripts(page);
    await page.goto("/login", { waitUntil: "commit" });
    await email(page).fill("quick@early.example");
    await page.getByRole("button", { name: "Continue with email" }).click();
    expect(await email(page).inputValue()).toBe("quick@early.example");
    release();
    await code(page).waitFor();
    expect(people.mail.codeFor("quick@early.example")).toMatch(/^\d{6}$/);
  });

  it("stays in the fields of a code, with the focus", async () => {
    const { page } = await people.open();
    const release = await delayScripts(page);
    await page.goto("/auth/verify", { waitUntil: "commit" });
    await code(page).fill("123 456");
    await email(page).fill("half@early");
    release();
    await untilFrameHydrated(page);
    await email(page).pressSequentially(".example");
    await expect.poll(() => email(page).inputValue()).toBe("half@early.example");
    await expect.poll(() => code(page).inputValue()).toBe("123456");
    await expect.poll(() => page.getByRole("button", { name: "Verify" }).isEnabled()).toBe(true);
  });

  it("signs in with a code submitted before scripts ran", async () => {
    const { page: asking } = await people.open();
    await asking.goto("/login");
    await email(asking).fill("plain@early.example");
    await email(asking).press("Enter");
    await code(asking).waitFor();
    const page = await asking.context().newPage();
    const release = await delayScripts(page);
    await page.goto("/auth/verify", { waitUntil: "commit" });
    await email(page).fill("plain@early.example");
    await code(page).fill(people.mail.codeFor("plain@early.example"));
    await code(page).press("Enter");
    // The next page has its own scripts, which are delayed too.
    await page.waitForURL((url) => url.pathname === "/", { waitUntil: "commit" });
    release();
    await page.goto("/settings");
    await page.waitForURL((url) => url.pathname === "/settings");
  });

  it.each([
    ["/settings/profile", { "Full name": "Quick Typist", Company: "Quick Ltd" }, "Saved"],
    ["/settings/team", { Email: "guest@invited.example" }, "guest@invited.example"],
    ["/settings/api-keys", { Name: "Nightly" }, "cad_"],
  ])("%s: is submitted once scripts run", async (path, fields, outcome) => {
    const page = await member(`member@early-${path.split("/")[2]}.example`);
    const release = await delayScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel(label, { exact: true }).press("Enter");
    }
    for (const [label, value] of Object.entries(fields)) {
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    }
    release();
    await page.getByText(outcome).first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  });

  it("presses a button of the frame once scripts run", async () => {
    const { page, errors } = await people.open();
    const release = await delayScripts(page);
    await page.goto("/stablecoins", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Search" }).first().click();
    release();
    await page.getByRole("dialog").waitFor();
    expect(errors).toEqual([]);
  });

  it.each(["mouse", "keyboard"])("opens a list requested by %s, once scripts run", async (hand) => {
    const page = await member(`${hand}@lists.example`);
    const release = await delayScripts(page);
    await page.goto("/settings/profile", { waitUntil: "commit" });
    const list = page.getByRole("main").getByRole("combobox").first();
    if (hand === "mouse") await list.click();
    else await list.press("Enter");
    release();
    await page.getByRole("option").first().waitFor();
  });

  it("presses a button of a page that is not hydrated", async () => {
    const { page, errors } = await people.open();
    const release = await delayScripts(page);
    await page.goto(`${inject("productUrl")}/assets/usdt`, { waitUntil: "commit" });
    const documents = page.getByRole("region", { name: "Documents", exact: true });
    await documents.getByRole("button", { name: /^Show all/ }).click();
    release();
    await documents.getByRole("button", { name: /^Show \d+ only$/ }).waitFor();
    expect(errors).toEqual([]);
  });

  it("leaves a button to the script that added it", async () => {
    const { page } = await people.open();
    await page.goto("/stablecoins");
    await untilFrameHydrated(page);
    await page.evaluate(() => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Chat with us";
      button.style.cssText = "position: fixed; inset: 0 auto auto 0; z-index: 99999";
      button.addEventListener("click", () => button.setAttribute("aria-pressed", "true"));
      document.body.append(button);
    });
    await page.getByRole("button", { name: "Chat with us" }).click();
    await page.getByRole("button", { name: "Chat with us", pressed: true }).waitFor();
  });

  it("keeps toggled settings", async () => {
    const page = await member("member@switched.example");
    const release = await delayScripts(page);
    await page.goto("/settings/profile", { waitUntil: "commit" });
    await page.getByRole("main").getByText("Stablecoins", { exact: true }).click();
    await page.getByText("Send me the newsletter and product news").click();
    release();
    await expect
      .poll(() => page.getByRole("checkbox", { name: "Stablecoins" }).getAttribute("aria-checked"))
      .toBe("true");
    await expect.poll(() => page.getByRole("switch").getAttribute("aria-checked")).toBe("false");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Saved").waitFor();
  });
});

/**
 * Runs in the page: once React has hydrated the frame but not yet the page in it, follows a link of the frame, and
 * pauses React until `letGo` is called. React schedules its work by `setImmediate` if that exists.
 */
function holdInnerPage() {
  const paused: (() => void)[] = [];
  let isPaused = false;
  let isLeft = false;
  const now = performance.now.bind(performance);
  let ahead = 0;
  // Every task ends after one step.
  performance.now = () => {
    ahead += 10;
    return now() + ahead;
  };
  const runTask = (task: () => void) => {
    if (isPaused) {
      paused.push(task);
      return;
    }
    task();
    const key = Object.keys(document).find((one) => one.startsWith("__reactContainer"));
    const root = key === undefined ? undefined : Reflect.get(document, key).stateNode;
    if (isLeft || root === undefined || root.current.memoizedState.isDehydrated) return;
    isLeft = true;
    isPaused = true;
    document.querySelector<HTMLAnchorElement>('a[href="/stablecoins"]')?.click();
  };
  Object.assign(window, {
    setImmediate: (task: () => void) => setTimeout(runTask, 0, task),
    letGo: () => {
      isPaused = false;
      for (const task of paused.splice(0)) runTask(task);
    },
  });
}
