/** Watches and webhooks of a signed-in user. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { expectFit } from "../support/expectFit";
import { untilFrameHydrated } from "../support/openPage";
import { openPeopleProduct, openSharedProduct, type SharedPeople } from "../support/peopleBrowser";
import { pick } from "../support/pick";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhookReceiver";

type StorageState = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
const usdc = "USD Coin";

/** Chooses an option of a list by its label. */
async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await pick(page.getByRole("option", { name: option }).first());
}
const untilFocused = (control: Locator) =>
  expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe.skipIf(inject("browserMissing") !== "")("watches", () => {
  let people: Awaited<ReturnType<typeof openSharedProduct>>;
  let storageState: StorageState;
  const email = "watches@firm.example";

  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());
  const openAs = () =>
    people.open({ storageState, viewport: { width: 1280, height: 900 }, colorScheme: "light" });

  it("are for signed-in users: visitors find no links to them", async () => {
    const answer = await fetch(`${people.product.url}/settings/watches`, { redirect: "manual" });
    expect(answer.status).toBe(302);
    const { page } = await people.open();
    await page.goto("/assets/usdc?explain=price_dollar");
    await untilFrameHydrated(page);
    expect(await page.getByRole("link", { name: "Watch this figure" }).count()).toBe(0);
  });

  it("start on the page of their subject, with the form filled in", async () => {
    const { page, errors } = await people.open();
    await people.signIn(page, email);
    await people.product.cadastre("flags", "set", "user", email, "enable-inline-onboarding", "off");
    storageState = await page.context().storageState();
    await page.goto("/assets/usdc?explain=price_dollar");
    await untilFrameHydrated(page);
    await page.getByRole("link", { name: "Watch this figure" }).click();
    await page.waitForURL((url) => url.pathname === "/settings/watches");
    await expect
      .poll(() => page.getByRole("combobox", { name: "Asset", exact: true }).textContent())
      .toContain(usdc);
    await expect
      .poll(() => page.getByRole("combobox", { name: "Metric", exact: true }).textContent())
      .toContain("Price");
    await page.getByLabel("Value ($)").fill("0.5");
    await page.getByText(/^Now: Price \$/).waitFor();
    await page.getByRole("button", { name: "Create watch" }).click();
    await page.getByText("Watch created.").waitFor();
    await region(page, "Watches").getByText("Price below $0.50").first().waitFor();
    expect(errors).toEqual([]);
  });

  it("report invalid fields, and offer the conditions that apply", async () => {
    const { page } = await openAs();
    await page.goto("/settings/watches");
    await untilFrameHydrated(page);
    await page.getByRole("button", { name: "Create watch" }).click();
    await page.getByText("Choose what to watch").waitFor();
    await page.getByText("Enter a number").first().waitFor();
    await untilFocused(page.getByRole("combobox", { name: "Asset", exact: true }));
    await page.getByLabel("Value ($)").fill("1");
    await expect.poll(() => page.getByText("Enter a number").count()).toBe(0);
    await choose(page, "Watch", "All assets");
    await choose(page, "Condition", "New asset");
    await page.getByText(/^On record now: /).waitFor();
    await page.getByLabel("Name (optional)").fill("Newcomers");
    await choose(page, "Email", "Weekly");
    await page.getByRole("button", { name: "Create watch" }).click();
    await region(page, "Watches").getByText("Newcomers").waitFor();
    await region(page, "Watches")
      .getByText(/^Email weekly\./)
      .waitFor();
  });

  it("can be changed, paused and deleted, with the keyboard too", async () => {
    const { page, errors } = await openAs();
    await page.goto("/settings/watches");
    await untilFrameHydrated(page);
    await page.getByRole("link", { name: "Edit Newcomers" }).press("Enter");
    await page.getByRole("heading", { name: "Edit watch" }).waitFor();
    await page.getByLabel("Name (optional)").fill("New assets");
    await page.getByRole("button", { name: "Save watch" }).press("Enter");
    await page.getByRole("heading", { name: "New watch" }).waitFor();
    await page.getByRole("button", { name: "Pause New assets" }).click();
    await page.getByRole("button", { name: "Resume New assets" }).waitFor();
    await page.getByRole("button", { name: "Show log of New assets" }).click();
    await page.getByText("This watch has not fired yet.").waitFor();
    await page.getByRole("button", { name: "Delete New assets" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Watch deleted.").waitFor();
    await expect.poll(() => page.getByText("New assets", { exact: true }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it("send no webhook to a private address", async () => {
    const { page } = await openAs();
    await page.goto("/settings/watches");
    await untilFrameHydrated(page);
    await page.getByLabel("Endpoint URL").fill("https://127.0.0.1/hooks");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText("Private addresses cannot receive webhooks").waitFor();
    await untilFocused(page.getByLabel("Endpoint URL"));
    await page.getByLabel("Endpoint URL").fill("https://example.org/hooks");
    await expect.poll(() => page.getByText("Private addresses cannot receive webhooks").count()).toBe(0);
  });

  it("are accessible in both themes, and fit every screen", async () => {
    const { page, errors } = await openAs();
    await page.goto("/settings/watches?type=asset&id=100001", { waitUntil: "networkidle" });
    await region(page, "Watches").waitFor();
    await expectFit(page);
    expect(errors).toEqual([]);
  });
});

describe.skipIf(inject("browserMissing") !== "")("webhooks", () => {
  let people: SharedPeople;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [people, receiver] = await Promise.all([openPeopleProduct(), startWebhookReceiver()]);
  });
  afterAll(async () => {
    await people?.close();
    await receiver?.stop();
  });

  it("are tested, shown in the log, resent and signed with a secret that is shown once", async () => {
    const email = "owner@hooks.example";
    const { page, errors } = await people.open();
    await people.signIn(page, email);
    await people.product.cadastre("flags", "set", "user", email, "enable-inline-onboarding", "off");
    receiver.answer = (response) => void response.writeHead(503).end("Try later");
    await page.goto("/settings/watches");
    await untilFrameHydrated(page);
    await page.getByLabel("Endpoint URL").fill(receiver.url);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    expect(await page.locator("code", { hasText: "whsec_" }).textContent()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: `Send test to ${receiver.url}` }).click();
    await page.getByText("status 503", { exact: false }).first().waitFor();
    await page.getByText("Try later").first().waitFor();
    receiver.answer = (response) => void response.writeHead(204).end();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await page.reload();
    await untilFrameHydrated(page);
    expect(await page.locator("code", { hasText: "whsec_" }).count()).toBe(0);
    await choose(page, "Watch", "All assets");
    await choose(page, "Webhook", receiver.url);
    await page.getByRole("button", { name: "Create watch" }).click();
    await region(page, "Watches")
      .getByText(`Webhook to ${new URL(receiver.url).host}`, { exact: false })
      .waitFor();
    await page.getByRole("button", { name: `Pause ${receiver.url}` }).click();
    await page.getByRole("button", { name: `Resume ${receiver.url}` }).click();
    await page.getByRole("button", { name: `Send test to ${receiver.url}` }).waitFor();
    expect(errors).toEqual([]);
  });

  it("and watches of an organization are separate from one's own, and notify its members", async () => {
    // The first user of an email domain owns its organization.
    const email = "owner@watching.example";
    const { page, errors } = await people.open();
    await people.signIn(page, email);
    await people.product.cadastre("flags", "set", "user", email, "enable-inline-onboarding", "off");
    await page.goto("/settings/watches");
    await untilFrameHydrated(page);
    await page.getByRole("link", { name: "watching.example", exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get("of") === "organization");
    await choose(page, "Watch", "All assets");
    await choose(page, "Send to", "All members");
    await page.getByLabel("Name (optional)").fill("Team watch");
    await page.getByRole("button", { name: "Create watch" }).click();
    await region(page, "Watches").getByText("Team watch").waitFor();
    await page.getByRole("link", { name: "Personal", exact: true }).click();
    await region(page, "Watches").getByText("No watches yet").waitFor();
    await page.goto("/settings/watches?of=organization");
    await region(page, "Watches").getByText("Team watch").waitFor();
    expect(errors).toEqual([]);
  });
});
