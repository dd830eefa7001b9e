/** The watchlist of a signed-in user. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { expectFit, problemsInBothThemes } from "../support/expectFit";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct } from "../support/peopleBrowser";
import { overflow } from "../support/screenProblems";
import { waitForEvent } from "../support/waitForEvent";

const email = "watcher@firm.example";
const ousg = "Ondo Short-Term US Government Bond Fund";

describe.skipIf(inject("browserMissing") !== "")("the watchlist", () => {
  let people: Awaited<ReturnType<typeof openSharedProduct>>;
  let storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  const star = (page: Page, name: string) =>
    page.getByRole("button", { name: `Add ${name} to watchlist`, exact: true });
  const isWatched = (page: Page, name: string) => star(page, name).first().getAttribute("aria-pressed");
  /** Changes the watchlist, and waits until it is stored. */
  const change = async (page: Page, procedure: "add" | "remove", act: () => Promise<void>) => {
    const kept = page.waitForResponse((answer) => answer.url().includes(`watchlist.${procedure}`));
    expect((await waitForEvent(kept, act)).status()).toBe(200);
  };
  const openAs = () =>
    people.open({ storageState, viewport: { width: 1280, height: 900 }, colorScheme: "light" });

  it("is for signed-in users", async () => {
    const answer = await fetch(`${people.product.url}/watchlist`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: "/watchlist" })}`,
    ]);
    const { page } = await people.open();
    await page.goto("/assets/ousg");
    await untilFrameHydrated(page);
    expect(await star(page, ousg).count()).toBe(0);
  });

  it("starts empty, and says how to begin", async () => {
    const { page } = await people.open();
    await people.signIn(page, email);
    await people.product.cadastre("flags", "set", "user", email, "enable-inline-onboarding", "off");
    storageState = await page.context().storageState();
    const answer = await page.goto("/watchlist");
    expect(answer?.status()).toBe(200);
    await page.getByText("Nothing on your watchlist yet").waitFor();
  });

  it("adds an asset from its page, networks and tokens from their tables, by mouse and by keyboard", async () => {
    const { page, errors } = await openAs();
    await page.goto("/assets/ousg");
    await untilFrameHydrated(page);
    await change(page, "add", () => star(page, ousg).click());
    await expect.poll(() => isWatched(page, ousg)).toBe("true");
    await page.goto("/networks");
    await untilFrameHydrated(page);
    await change(page, "add", () => star(page, "Ethereum").press("Enter"));
    await expect.poll(() => isWatched(page, "Ethereum")).toBe("true");
    await page.goto("/networks/ethereum");
    await expect.poll(() => isWatched(page, "Ethereum")).toBe("true");
    await page.goto("/tokens?q=ousg");
    await untilFrameHydrated(page);
    const first = page.getByRole("button", { name: /^Add .* to watchlist$/ }).first();
    await change(page, "add", () => first.click());
    await expect.poll(() => first.getAttribute("aria-pressed")).toBe("true");
    expect(errors).toEqual([]);
  });

  it("coexists with saved views of a table", async () => {
    const { page, errors } = await openAs();
    await page.goto("/tokens?sort=-symbol&q=ousg");
    await untilFrameHydrated(page);
    const panel = page.getByRole("dialog", { name: "Saved views" });
    const showPanel = async () => {
      await page.getByRole("button", { name: "Views", exact: true }).click();
      await panel.waitFor();
    };
    const act = async (procedure: string, click: () => Promise<void>) => {
      const kept = page.waitForResponse((answer) => answer.url().includes(`savedViews.${procedure}`));
      expect((await waitForEvent(kept, click)).status()).toBe(200);
    };
    const button = (name: string) => panel.getByRole("button", { name, exact: true });
    // A slow response with the list shows the state before the view was saved.
    const saved = page.waitForResponse(/savedViews\.save/);
    // If the test fails before it, its page closes under it.
    saved.catch(() => {});
    await page.route(
      /savedViews\.list/,
      async (route) => {
        const answer = await route.fetch();
        await saved;
        // The page may have cancelled the request.
        await route.fulfill({ response: answer }).catch(() => {});
      },
      { times: 1 },
    );
    await showPanel();
    await panel.getByRole("textbox", { name: "Name" }).fill("Ondo");
    await act("save", () => button("Save this view").press("Enter"));
    const view = (name: string) => panel.getByRole("link", { name, exact: true });
    await expect.poll(() => view("Ondo").getAttribute("aria-current")).toBe("true");
    await button("Rename Ondo").click();
    await panel.getByRole("textbox", { name: "New name of Ondo" }).fill("Ondo tokens");
    await act("rename", () => button("Rename").click());
    await view("Ondo tokens").waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    // From here on a phone.
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await overflow(page)).toBe(0);
    // The page in another state: the view links back, or is replaced by the current state.
    await page.goto("/tokens?page=2&q=usdc");
    await untilFrameHydrated(page);
    await showPanel();
    await view("Ondo tokens").click();
    await page.waitForURL(
      ({ searchParams: chosen }) => chosen.get("q") === "ousg" && chosen.get("sort") === "-symbol",
    );
    await page.goto("/tokens?q=usdc");
    await untilFrameHydrated(page);
    await showPanel();
    await act("overwrite", () => button("Overwrite Ondo tokens with this view").click());
    await expect.poll(() => view("Ondo tokens").getAttribute("href")).toBe("/tokens?q=usdc");
    await button("Delete Ondo tokens").click();
    await act("remove", () => button("Delete Ondo tokens").click());
    await panel.getByText(/^No saved views of this page yet/).waitFor();
    expect(errors).toEqual([]);
  });

  it("shows totals and figures of each kind, fits every width and is accessible", async () => {
    const { page, errors } = await openAs();
    await page.goto("/watchlist", { waitUntil: "networkidle" });
    expect(await page.locator("h1").allTextContents()).toEqual(["Watchlist"]);
    for (const kind of ["Assets", "Tokens", "Networks"]) {
      const region = page.getByRole("region", { name: kind, exact: true });
      const values = await region
        .locator("tbody tr td.main data")
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
      expect(values).toHaveLength(1);
      const total = await region.locator("header data").first().getAttribute("value");
      expect(Number(total)).toBe(values[0]);
    }
    await expectFit(page);
    expect(errors).toEqual([]);
  });

  it("removes entries after time to undo", async () => {
    const { page } = await openAs();
    await page.goto("/watchlist");
    await untilFrameHydrated(page);
    await change(page, "remove", () => star(page, "Ethereum").click());
    await expect.poll(() => isWatched(page, "Ethereum")).toBe("false");
    const networks = page.getByRole("region", { name: "Networks", exact: true });
    expect(await networks.locator("tbody tr").count()).toBe(1);
    // A removed entry no longer counts.
    await expect.poll(() => networks.locator("header data").count()).toBe(0);
    await page.reload();
    await page.getByRole("region", { name: "Assets", exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "Networks", exact: true }).count()).toBe(0);
  });
});
