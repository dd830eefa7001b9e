/** Pages of a visitor while the people store hangs. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { accountButton, type PeopleBrowser, startPeopleBrowser } from "../support/peopleBrowser";
import { POSTGRES_MISSING, type PostgresServer, postgresBinaries, startPostgres } from "../support/postgres";

const absent = inject("browserMissing") || (postgresBinaries() === null ? POSTGRES_MISSING : "");

describe.skipIf(absent !== "")(`while the people store hangs ${absent}`, () => {
  let server: PostgresServer;
  let people: PeopleBrowser;
  beforeAll(async () => {
    server = await startPostgres();
    people = await startPeopleBrowser({ DATABASE_URL: server.url });
  });
  afterAll(async () => {
    await people?.close();
    await server?.stop();
  });

  it("pages of an account report the failure, and recover afterwards", async () => {
    const { page } = await people.open({ colorScheme: "dark" });
    await people.signInKnown(page, "ann@hang.example");
    server.freeze();
    try {
      const answer = await page.goto("/settings");
      expect(answer?.status()).toBe(503);
      expect(answer?.headers()["cache-control"]).toBe("no-store");
      await page.getByText("The database is not responding. Try again in a moment.").first().waitFor();
      const text = (await page.textContent("body")) ?? "";
      expect(text).not.toMatch(/select |insert |\$1|ann@hang\.example/i);
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      expect(await accessibilityProblems(page)).toEqual([]);
    } finally {
      server.thaw();
    }
    await expect.poll(async () => (await page.goto("/settings"))?.status()).toBe(200);
    await accountButton(page).waitFor();
    expect(people.product.output()).not.toContain("ann@hang.example");
  });
});
