/**
 * Every page of the administration, used by an administrator with the keyboard only: from the menu to the list, the
 * form, the created record, its change and its deletion. The product lists the pages.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { adminPages } from "../support/adminWays";
import { untilFrameHydrated } from "../support/openPage";
import { type PeopleBrowser, startPeopleBrowser } from "../support/peopleBrowser";

const administrator = "operator@keys.example";
/** More than the focusable elements of any page. */
const MOST_STEPS = 150;

describe.skipIf(inject("browserMissing") !== "")("the administration by keyboard alone", () => {
  let people: PeopleBrowser;
  let page: Page;
  /** Visited pages, as in the product's list. */
  const seen = new Set<string>();

  beforeAll(async () => {
    people = await startPeopleBrowser({ ADMIN_EMAILS: administrator, CONTACT_EMAIL: administrator });
  });
  afterAll(() => people?.close());

  /** The focused element, as announced by a screen reader. */
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const labels = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels : null;
      const by = at?.getAttribute("aria-labelledby") ?? "";
      const words = [
        at?.getAttribute("aria-label"),
        ...[...(labels ?? [])].map((label) => label.textContent),
        ...by.split(" ").map((id) => document.getElementById(id)?.textContent),
        at instanceof HTMLBodyElement ? "" : at?.textContent,
      ];
      return words.map((one) => one?.trim() ?? "").find((one) => one !== "") ?? "";
    });
  /** Presses Tab until an element of that name has the focus. */
  async function tabTo(name: RegExp, where: "menu" | "content" = "content") {
    const passed: string[] = [];
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await page.keyboard.press("Tab");
      const at = await focused();
      if (name.test(at)) return;
      if (where === "content" && at === "Skip to content") await page.keyboard.press("Enter");
      passed.push(at.slice(0, 30));
    }
    throw new Error(`The keyboard does not come to ${name} at ${page.url()}: ${passed.join(" | ")}`);
  }
  const heading = () => page.locator("h1").textContent();
  async function arrive(path: RegExp, pattern: string) {
    await page.waitForURL((url) => path.test(url.pathname));
    await page.locator("h1").waitFor();
    // A key pressed before the page listens is lost.
    await untilFrameHydrated(page);
    seen.add(pattern);
  }
  async function press(name: RegExp, path: RegExp, pattern: string, where: "menu" | "content" = "content") {
    // The previous page may still be shown.
    await page.getByRole("link", { name }).first().waitFor();
    await tabTo(name, where);
    await page.keyboard.press("Enter");
    await arrive(path, pattern);
  }
  /** Chooses the first option of a list. */
  async function chooseFirst(name: RegExp) {
    await page.getByRole("combobox", { name }).first().waitFor();
    await tabTo(name);
    const list = await page.evaluateHandle(() => document.activeElement);
    const hasFocus = () => page.evaluate((one) => one === document.activeElement, list);
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().waitFor();
    // The focus moves into the list, and returns when that closes: each a moment later.
    await expect.poll(hasFocus).toBe(false);
    const chosen = page.locator('[role="option"][data-highlighted]');
    if ((await chosen.count()) === 0) await page.keyboard.press("ArrowDown");
    await chosen.waitFor();
    await page.keyboard.press("Enter");
    // A list with multiple choices stays open.
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await expect.poll(hasFocus).toBe(true);
  }

  it("reaches every page: lists, forms, created records, their changes, users, organizations and their data", async () => {
    const opened = await people.open({ viewport: { width: 1280, height: 900 } });
    page = opened.page;
    await people.signInKnown(page, administrator);
    const sets = [
      [
        "policies",
        "policy",
        [
          ["type", /^Name/, "Keyed"],
          ["choose", /^Effect$/],
        ],
        null,
      ],
      ["roles", "role", [["type", /^Name/, "Keyed role"]], null],
      [
        "policy_assignments",
        "policy assignment",
        [
          ["choose", /^Policy$/],
          ["choose", /^Role$/],
        ],
        null,
      ],
      [
        "user_roles",
        "user role",
        [
          ["choose", /^User$/],
          ["choose", /^Role$/],
        ],
        /^operator@keys\.example/,
      ],
      [
        "org_roles",
        "organization role",
        [
          ["choose", /^Organization$/],
          ["choose", /^Role$/],
        ],
        /^keys\.example/,
      ],
      [
        "key_roles",
        "key role",
        [
          ["choose", /^API key$/],
          ["choose", /^Role$/],
        ],
        /^Partner/,
      ],
    ] as const;
    await page.evaluate(async () => {
      await fetch("/api/trpc/access.createPartnerKey", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Partner", resources: ["assets"] }),
      });
    });
    for (const [name, singular, fields, row] of sets) {
      const base = `/admin/api_access_${name}`;
      await page.goto(base);
      await arrive(new RegExp(`^${base}$`), base);
      await press(new RegExp(`^New ${singular}$`), new RegExp(`^${base}/new$`), `${base}/new`);
      for (const [how, field, text] of fields) {
        if (how === "choose") await chooseFirst(field);
        else {
          // The previous list may still be shown.
          await page.getByLabel(field).first().waitFor();
          await tabTo(field);
          await page.keyboard.type(text);
        }
      }
      await tabTo(new RegExp(`^Create ${singular}$`));
      await page.keyboard.press("Enter");
      // Records without a page are changed from the list.
      await arrive(
        row === null ? new RegExp(`^${base}/\\d+$`) : new RegExp(`^${base}$`),
        row === null ? `${base}/:slug` : base,
      );
      await press(row ?? /^Edit$/, new RegExp(`^${base}/\\d+/edit$`), `${base}/:slug/edit`);
      expect(await heading()).toMatch(/\S/);
    }
    await page.evaluate(async () => {
      await fetch("/api/trpc/contact.send", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          topic: "plan",
          name: "Ada",
          email: "ada@client.example",
          company: "Client",
          message: "We would like to see it.",
        }),
      });
    });
    await page.goto("/admin/data");
    await untilFrameHydrated(page);
    await tabTo(/^Admin$/, "menu");
    await page.keyboard.press("Enter");
    await press(/^User Admin$/, /^\/admin\/users$/, "/admin/users", "menu");
    await press(/^operator@keys\.example/, /^\/admin\/users\/.+$/, "/admin/users/:slug");
    await press(/^Organization Admin$/, /^\/admin\/organizations$/, "/admin/organizations", "menu");
    await press(/^keys\.example/, /^\/admin\/organizations\/.+$/, "/admin/organizations/:slug");
    for (const [path, row] of [
      ["/admin/audit_log", /^create /],
      ["/admin/contact_requests", /^(Ada|ada@client\.example|Client)$/],
      ["/admin/api_keys", /^Partner$/],
    ] as const) {
      await page.goto(path);
      await arrive(new RegExp(`^${path}$`), path);
      await press(row, new RegExp(`^${path}/.+$`), `${path}/:slug`);
    }
    await page.goto("/admin/data");
    await arrive(/^\/admin\/data$/, "/admin/data");
    await press(/^Import a file$/, /^\/admin\/data\/import$/, "/admin/data/import");
    for (const [path, title] of [
      ["/admin/data/imports", /^Imports$/],
      ["/admin/data/corrections", /^Corrections$/],
    ] as const) {
      await page.goto("/admin/data");
      await arrive(/^\/admin\/data$/, "/admin/data");
      await press(title, new RegExp(`^${path}$`), path);
    }
    for (const path of ["/admin/api_access_partner_key", "/admin/api_access_check"]) {
      await page.goto(path);
      await arrive(new RegExp(`^${path}$`), path);
    }
    await tabTo(/^User or API key/);
    await page.keyboard.type(administrator);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(opened.errors).toEqual([]);
    expect([...seen].sort()).toEqual([...adminPages].sort());
  });
});
