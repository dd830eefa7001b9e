/** Saved views of tables: by name, private to their user. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAVED_VIEWS_LIMIT, type SavedView } from "#domain/people";
import { peopleTables } from "#stores";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";

let site: PeopleSite;
beforeAll(async () => {
  site = await openPeopleSite();
});
afterAll(() => site.close());

let count = 0;
const someone = () => {
  count += 1;
  return `viewer${count}@firm.example`;
};
const path = "/assets";
const save = (visitor: Visitor, name: string, more: object = {}) =>
  visitor.mutate("savedViews.save", { path, name, search: "?sort=-name", ...more });
const listed = async (visitor: Visitor, of = path) =>
  (await visitor.query("savedViews.list", { path: of })).data as SavedView[];
const names = async (visitor: Visitor, of = path) => (await listed(visitor, of)).map(({ name }) => name);

describe("saved views", () => {
  it("are stored by page and name, without the page number, sorted by name", async () => {
    const visitor = await site.signedIn(someone());
    const filters = encodeURIComponent('[["name","contains","gold & silver"]]');
    expect((await save(visitor, "  Metals ", { search: `?filters=${filters}&page=3` })).status).toBe(200);
    await save(visitor, "credit");
    await save(visitor, "Metals", { path: "/tokens" });
    expect(await names(visitor)).toEqual(["credit", "Metals"]);
    expect(await names(visitor, "/tokens")).toEqual(["Metals"]);
    const [, metals] = await listed(visitor);
    const kept = new URLSearchParams(metals?.search);
    expect(Object.fromEntries(kept)).toEqual({ filters: '[["name","contains","gold & silver"]]' });
  });

  it("are renamed, overwritten and deleted", async () => {
    const visitor = await site.signedIn(someone());
    await save(visitor, "One");
    await save(visitor, "Two");
    const [one, two] = await listed(visitor);
    expect((await visitor.mutate("savedViews.rename", { id: one?.id, name: "ONE" })).status).toBe(200);
    expect((await visitor.mutate("savedViews.rename", { id: one?.id, name: "two" })).code).toBe("CONFLICT");
    expect((await save(visitor, "TWO")).code).toBe("CONFLICT");
    for (const name of ["\u039f\u0394\u039f\u03a3", "\u0130stanbul", "\u00c9cart"]) {
      const saved = await save(visitor, name);
      expect([name, saved.status, (await save(visitor, name)).code]).toEqual([name, 200, "CONFLICT"]);
      await visitor.mutate("savedViews.remove", { id: Object(saved.data).id });
    }
    const overwritten = await visitor.mutate("savedViews.overwrite", {
      id: two?.id,
      search: "?q=usd&page=2",
    });
    expect(overwritten.data).toMatchObject({ name: "Two", search: "?q=usd" });
    expect((await visitor.mutate("savedViews.remove", { id: one?.id })).status).toBe(200);
    expect(await names(visitor)).toEqual(["Two"]);
    expect((await visitor.mutate("savedViews.remove", { id: one?.id })).code).toBe("NOT_FOUND");
  });

  it("are private, and need an account", async () => {
    const [owner, other] = [await site.signedIn(someone()), await site.signedIn(someone())];
    await save(owner, "Mine");
    const [view] = await listed(owner);
    expect(await names(other)).toEqual([]);
    const changes = [
      ["rename", { id: view?.id, name: "Yours" }],
      ["overwrite", { id: view?.id, search: "" }],
      ["remove", { id: view?.id }],
    ] as const;
    for (const [change, input] of changes) {
      expect([change, (await other.mutate(`savedViews.${change}`, input)).code]).toEqual([
        change,
        "NOT_FOUND",
      ]);
      const { code } = await site.stranger().mutate(`savedViews.${change}`, input);
      expect([change, code]).toEqual([change, "UNAUTHORIZED"]);
    }
    expect((await save(site.stranger(), "Nobody's")).code).toBe("UNAUTHORIZED");
    expect((await site.stranger().query("savedViews.list", { path })).code).toBe("UNAUTHORIZED");
    expect(await listed(owner)).toEqual([view]);
  });

  it("exist for known pages only, and link nowhere else", async () => {
    const visitor = await site.signedIn(someone());
    for (const more of [
      { path: "https://example.com" },
      { path: "//example.com/assets" },
      { path: "/nothing" },
      { path: "/assets/:slug" },
      { path: "/assets?x=1" },
      { search: "sort=name" },
      { search: "/elsewhere" },
      { search: `?q=${"x".repeat(8_000)}` },
      { name: "   " },
      { name: "x".repeat(81) },
    ]) {
      expect([more, (await save(visitor, "View", more)).code]).toEqual([more, "BAD_REQUEST"]);
    }
    expect(await names(visitor)).toEqual([]);
  });

  it("are limited per account, however many are saved at once", async () => {
    const visitor = await site.signedIn(someone());
    await save(visitor, "First");
    const [row] = await site.people.db
      .select()
      .from(peopleTables.savedViews)
      .where(eq(peopleTables.savedViews.name, "First"));
    if (row === undefined) throw new Error("The view was not kept.");
    await site.people.db.insert(peopleTables.savedViews).values(
      Array.from({ length: SAVED_VIEWS_LIMIT - 2 }, (_, index) => ({
        userId: row.userId,
        path: "/tokens",
        name: `View ${index}`,
        search: "",
      })),
    );
    const answers = await Promise.all(["A", "B"].map((name) => save(visitor, name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await names(visitor)).toHaveLength(2);
  });

  it("are exported with the account, and deleted with it", async () => {
    const email = someone();
    const visitor = await site.signedIn(email);
    await save(visitor, "Kept");
    const [view] = await listed(visitor);
    expect((await visitor.query("userSettings.exportAccount")).data).toMatchObject({
      savedViews: [{ path, name: "Kept", search: "?sort=-name" }],
    });
    expect((await visitor.mutate("userSettings.deleteAccount", { confirmation: email })).status).toBe(200);
    const { savedViews } = peopleTables;
    expect(
      await site.people.db
        .select()
        .from(savedViews)
        .where(eq(savedViews.id, view?.id ?? 0)),
    ).toEqual([]);
  });
});
