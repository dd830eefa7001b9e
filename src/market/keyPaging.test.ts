/** Pages beside cursors hold, in every order, the rows that pages by number hold, each once. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListResponse, ResourceRow } from "#domain/api";
import { parseQuery, type QueryInput } from "#domain/query";
import { transactionsResource } from "#domain/resources";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { transactionRows } from "../../tests/support/transactionRows";
import { exportRows } from "./exportRows";
import { listResource } from "./listResource";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const list = (query: QueryInput): Promise<ListResponse> =>
  listResource(world.market, { resource: "transactions", query: parseQuery(query) });
/** A row has its time in its key: ids alone may come twice. */
const keyOf = ({ id, timestamp }: ResourceRow) => `${id} ${timestamp}`;
const keysOf = ({ results }: Pick<ListResponse, "results">) => results.map(keyOf);

const whole = { fields: ["timestamp"], pagination: { perPage: 1_000 } } as const;
async function restart(rows: readonly Record<string, unknown>[]): Promise<void> {
  await world.store.run("TRUNCATE TABLE transactions");
  await world.store.insert("transactions", rows);
}

/** Every page from the first on, or from the last one back, in the order in which they were read. */
async function walk(query: QueryInput, perPage: number, to: "next" | "previous"): Promise<ListResponse[]> {
  const pages: ListResponse[] = [];
  let pagination: QueryInput["pagination"] = to === "next" ? { perPage } : { perPage, before: "end" };
  for (;;) {
    const page = await list({ ...query, pagination });
    pages.push(page);
    const cursor = page.pagination[to];
    if (typeof cursor !== "string" || pages.length > 1_000) return pages;
    pagination = { perPage, [to === "next" ? "after" : "before"]: cursor };
  }
}

const sortable = transactionsResource.fields.filter((field) => field.sortable).map(({ name }) => name);
const directions = ["asc", "desc"] as const;

/** Few values, so that many rows are alike, with doubles and texts that are easily read as others. */
const arbitraryRow = fc.record({
  id: fc.constantFrom("a", "A", "b", "ä", "b'\\", "c:1", "c:2", "0x\u0001"),
  timestamp: fc.constantFrom("2026-02-02 12:30:00", "2026-02-02 12:30:01", "1999-12-31 23:59:59"),
  kind: fc.constantFrom("mint", "burn", "transfer"),
  amount_dollar: fc.constantFrom(null, 0, 0.1, 0.1 + 0.2, 0.3, 1e300, -5, 123456789.98765431, 5e-324),
  network_id: fc.constantFrom(1, null),
  network_name: fc.constantFrom("Ethereum", "ETHEREUM", null, "Zürich"),
  is_bridged: fc.boolean(),
  from_address: fc.constantFrom(null, "0xAb", "0xab", ""),
  block_number: fc.constantFrom(1, 2, 2 ** 53),
});

describe("pages by key", () => {
  test("hold what pages by number hold, by any sort, in both directions, forward and back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryRow, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (drafts, perPage) => {
          await restart(transactionRows(drafts.length, (index) => drafts[index] ?? {}));
          for (const field of sortable) {
            for (const direction of directions) {
              const query: QueryInput = { fields: ["timestamp"], sort: { field, direction } };
              const { results } = await list({ ...query, pagination: { perPage: 1_000 } });
              const expected = keysOf({ results });
              expect(new Set(expected).size).toBe(expected.length);
              const forward = await walk(query, perPage, "next");
              const byNumber = await Promise.all(
                forward.map((_, at) => list({ ...query, pagination: { page: at + 1, perPage } })),
              );
              expect(forward.map(keysOf)).toEqual(byNumber.map(keysOf));
              expect(forward.flatMap(keysOf)).toEqual(expected);
              const back = await walk(query, perPage, "previous");
              expect(back.toReversed().flatMap(keysOf)).toEqual(expected);
              expect(forward.at(-1)?.pagination).toMatchObject({
                page: forward.length > 1 ? null : 1,
                next: null,
              });
            }
          }
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  }, 120_000);

  test("go on from pages by number, and hold under a filter and search", async () => {
    await restart(
      transactionRows(30, (index) => ({ kind: index % 2 ? "mint" : "burn", amount_dollar: index % 4 })),
    );
    const query: QueryInput = {
      fields: ["kind"],
      filter: { operator: "equals", field: "kind", value: "mint" },
      search: "ousg",
      sort: { field: "amount_dollar", direction: "desc" },
    };
    const second = await list({ ...query, pagination: { page: 2, perPage: 4 } });
    const third = await list({ ...query, pagination: { page: 3, perPage: 4 } });
    expect(second.pagination).toMatchObject({ page: 2, pageCount: 4, resultCount: 15 });
    const after = await list({ ...query, pagination: { after: String(second.pagination.next), perPage: 4 } });
    expect(keysOf(after)).toEqual(keysOf(third));
    expect(after.pagination).toMatchObject({ page: null, perPage: 4, pageCount: 4, resultCount: 15 });
    const before = await list({
      ...query,
      pagination: { before: String(after.pagination.previous), perPage: 4 },
    });
    expect(keysOf(before)).toEqual(keysOf(second));
    const first = await list({ ...query, pagination: { after: "start", perPage: 4 } });
    expect(first.pagination.previous).toBeNull();
    const last = await list({ ...query, pagination: { before: "end", perPage: 4 } });
    expect(last.pagination.next).toBeNull();
    const beyond = await list({ ...query, pagination: { page: 9, perPage: 4 } });
    expect(beyond).toMatchObject({ results: [], pagination: { next: null, previous: "end" } });
  });

  test("neither lose nor double a row when others come between them", async () => {
    const time = (index: number) => `2026-02-02 12:${String(index).padStart(2, "0")}:00`;
    await restart(transactionRows(20, (index) => ({ timestamp: time(index * 2) })));
    const before = keysOf(await list(whole));
    const first = await list({ pagination: { perPage: 5 } });
    await world.store.insert("transactions", [
      ...transactionRows(3, (index) => ({ id: `newer:${index}`, timestamp: time(50 + index) })),
      ...transactionRows(1, () => ({ id: "older", timestamp: time(3) })),
    ]);
    const seen = [...keysOf(first)];
    for (let next = first.pagination.next; typeof next === "string"; ) {
      const page = await list({ pagination: { after: next, perPage: 5 } });
      seen.push(...keysOf(page));
      next = page.pagination.next;
    }
    expect(seen.filter((key) => !key.startsWith("older"))).toEqual(before);
    expect(seen).toHaveLength(21);
    const newer = await list({
      pagination: {
        before: String(
          (await list({ pagination: { after: String(first.pagination.next), perPage: 5 } })).pagination
            .previous,
        ),
        perPage: 5,
      },
    });
    expect(keysOf(newer)).toEqual(keysOf(first));
    expect(
      (await list({ pagination: { before: String(newer.pagination.previous), perPage: 5 } })).results,
    ).toHaveLength(3);
  });

  test.each(["amount_dollar", "is_bridged", "kind", "timestamp"])(
    "lead to what deep pages by number hold, sorted by %s",
    async (field) => {
      await restart(
        transactionRows(10_120, (index) => ({
          amount_dollar: index % 7 === 0 ? null : index % 700,
          kind: index % 3 === 0 ? "mint" : "burn",
          is_bridged: index % 50 === 0,
        })),
      );
      const query: QueryInput = { fields: ["id"], sort: { field, direction: "asc" } };
      const all = await list({ ...query, pagination: { page: 3, perPage: 5_000 } });
      const forward = await list({ ...query, pagination: { page: 2, perPage: 5_000 } });
      const again = await list({
        ...query,
        pagination: { after: String(forward.pagination.next), perPage: 5_000 },
      });
      expect(all.results).toHaveLength(120);
      expect(keysOf(again)).toEqual(keysOf(all));
      const deep = await list({ ...query, pagination: { page: 203, perPage: 50 } });
      expect(deep.pagination).toMatchObject({ page: 203, pageCount: 203, next: null });
      expect(deep.results).toEqual(all.results.slice(100));
      const before = await list({
        ...query,
        pagination: { before: String(deep.pagination.previous), perPage: 50 },
      });
      expect(before.results).toEqual(all.results.slice(50, 100));
      const beyond = await list({ ...query, pagination: { page: 204, perPage: 50 } });
      expect(beyond).toMatchObject({ results: [], pagination: { page: 204, next: null, previous: "end" } });
    },
  );

  test("that nothing is left of say where there are rows", async () => {
    await restart(transactionRows(3));
    const { pagination } = await list({ pagination: { perPage: 2 } });
    await restart(transactionRows(1));
    const after = await list({ pagination: { perPage: 2, after: String(pagination.next) } });
    expect(after).toMatchObject({ results: [], pagination: { next: null, previous: "end", resultCount: 1 } });
  });

  test("are the same rows as files", async () => {
    await restart(transactionRows(10));
    const fields = ["id"];
    const sort = { field: "block_number", direction: "asc" } as const;
    const { pagination } = await list({ fields, sort, pagination: { page: 2, perPage: 3 } });
    const file = async (part: object) => {
      const query = parseQuery({ fields, sort, pagination: { perPage: 3, ...part } });
      const { bytes } = await exportRows(world.market, { resource: "transactions", query, format: "ndjson" });
      const parts: Uint8Array[] = [];
      for await (const one of bytes) parts.push(one);
      const text = Buffer.concat(parts).toString().trim();
      return text.split("\n").map((line) => (JSON.parse(line) as { id: string }).id);
    };
    const ids = (...of: number[]) => of.map((index) => `ethereum:0x${index}:1`);
    expect(await file({ after: pagination.next })).toEqual(ids(6, 7, 8));
    expect(await file({ before: pagination.previous })).toEqual(ids(0, 1, 2));
    expect(await file({ before: "end" })).toEqual(ids(7, 8, 9));
  });
});

describe("a cursor is rejected", () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const noNext = 'pagination.after: must be "next" from a response, or "start"';

  test.each([
    ["that is none", "abc", noNext],
    ["that is empty JSON", encoded(null), noNext],
    ["with too few values", encoded(["timestamp", "desc", [1]]), noNext],
    ["with too many", encoded(["timestamp", "desc", [1, "a", "b"]]), noNext],
    ["with a value of another type", encoded(["timestamp", "desc", ["1", "a"]]), noNext],
    ["with null where there is none", encoded(["timestamp", "desc", [null, "a"]]), noNext],
    ["with an object", encoded(["timestamp", "desc", [{}, "a"]]), noNext],
    [
      "of another sort",
      encoded(["amount_dollar", "desc", [1, "a", 1]]),
      "pagination.after: was issued for the sort amount_dollar desc, not timestamp desc; start again without it",
    ],
    [
      "of the other direction",
      encoded(["timestamp", "asc", [1, "a"]]),
      "pagination.after: was issued for the sort timestamp asc, not timestamp desc; start again without it",
    ],
    ["of the other end", "end", noNext],
  ])("%s", async (_, after, message) => {
    await expect(list({ pagination: { after } })).rejects.toThrow(message);
  });

  test("with values that the engine would have to read as something else, on the other side alike", async () => {
    const before = encoded(["is_bridged", "desc", ["yes", 1, "a"]]);
    await expect(
      list({ sort: { field: "is_bridged", direction: "desc" }, pagination: { before } }),
    ).rejects.toThrow('pagination.before: must be "previous" from a response, or "end"');
  });

  test("beside a page or another cursor, and where rows have none", async () => {
    expect(() => parseQuery({ pagination: { page: 1, after: "start" } })).toThrow(
      "pagination.page: cannot be combined with after",
    );
    expect(() => parseQuery({ pagination: { before: "end", after: "start" } })).toThrow(
      "pagination.before: cannot be combined with after",
    );
    expect(() => parseQuery({ pagination: { after: "x".repeat(4_001) } })).toThrow("pagination.after: ");
    await expect(
      listResource(world.market, {
        resource: "assets",
        query: parseQuery({ pagination: { after: "start" } }),
      }),
    ).rejects.toThrow("pagination.after: Assets cannot be paged by cursor; use page");
  });

  test("but not by an alias of the same field", async () => {
    await restart(transactionRows(3));
    const { pagination } = await list({ pagination: { perPage: 1 } });
    const sort = { field: "date", direction: "desc" } as const;
    const next = await list({ sort, pagination: { perPage: 1, after: String(pagination.next) } });
    expect(next.results.map(({ id }) => id)).toEqual(["ethereum:0x1:1"]);
  });
});
