/**
 * Cost of a page of transactions among millions, by depth: by cursor compared with by page number. No response is
 * cached, so each request reaches the engine.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { PageInfo } from "#domain/api";
import { isEqual, parseQuery, type QueryInput } from "#domain/query";
import { loadCatalog } from "#ingest";
import { createMarket, listResource, type Market } from "#market";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { interleave, timed } from "./interleave";
import { readShippedCatalog } from "./sampleMarket";

export const paging: Measure = {
  name: "paging",
  doc: "pages of five million transactions by cursor against the same pages by number",
  needsBuild: false,
  run: runPaging,
};

const ROWS = 5_000_000;
const PER_PAGE = 50;
const ROUNDS = 15;
/** Paging by cursor counts as flat if the page takes at most this multiple of the second one. */
const FLAT = { atMost: 1.5 };

/** In the sort order of the table, reading starts at the page; in other orders, the whole table is scanned. */
const cases: readonly { what: string; query: QueryInput; aim: Comparison["aim"] }[] = [
  { what: "newest first", query: {}, aim: FLAT },
  { what: "burns, newest first", query: { filter: isEqual("kind", "burn") }, aim: FLAT },
  { what: "one asset, newest first", query: { filter: isEqual("asset_slug", "asset-7") }, aim: FLAT },
  { what: "largest first", query: { sort: { field: "amount_dollar", direction: "desc" } }, aim: null },
];

async function runPaging(world: MeasureWorld): Promise<Comparison[]> {
  const store = await openLedger(world);
  try {
    // Too small to cache a page; counts and table metadata are still cached, as in production.
    const market = createMarket({
      store: { visitors: store.visitors },
      dataVersion: () => 1,
      cacheBytes: 450,
    });
    const comparisons: Comparison[] = [];
    for (const one of cases) comparisons.push(...(await pagesOf(market, one)));
    return [...comparisons, ...(await counts(store))];
  } finally {
    await store.close();
  }
}

/** The first, middle and last page of a list, each by cursor and by number. Deep pages are compared with the second. */
async function pagesOf(market: Market, { what, query, aim }: (typeof cases)[number]): Promise<Comparison[]> {
  const ask = (pagination: QueryInput["pagination"]) =>
    listResource(market, {
      resource: "transactions",
      query: parseQuery({ ...query, pagination: { perPage: PER_PAGE, ...pagination } }),
    });
  const start = (await ask({ page: 1 })).pagination;
  const [{ pageCount }, second] = [start, cursorAfter(start)];
  const depths = { first: 1, middle: Math.ceil(pageCount / 2), last: pageCount };
  const cursors = await Promise.all(
    Object.values(depths).map(async (page) =>
      page === 1 ? "start" : cursorAfter((await ask({ page: page - 1 })).pagination),
    ),
  );
  const comparisons: Comparison[] = [];
  for (const [at, [depth, page]] of Object.entries(depths).entries()) {
    const after = cursors[at] ?? "start";
    await ask({ after });
    const { cursor, number, near } = await interleave(ROUNDS, {
      cursor: timed(() => ask({ after })),
      number: timed(() => ask({ page })),
      near: timed(() => ask({ after: second })),
    });
    const note = `page ${page.toLocaleString("en")} of ${pageCount.toLocaleString("en")}`;
    const compared = (words: string, theirs: readonly number[], bound: Comparison["aim"]) =>
      comparisonOf(
        { measure: "paging", what: words, unit: "ms", aim: bound, note },
        { ours: cursor, theirs },
      );
    comparisons.push(compared(`${what}, ${depth} page`, number, null));
    if (page > 1) comparisons.push(compared(`${what}, ${depth} page beside the second`, near, aim));
  }
  return comparisons;
}

const cursorAfter = ({ next }: PageInfo): string => {
  if (typeof next !== "string") throw new Error("Another page was expected.");
  return next;
};

/** Counting the rows of a filter, which is cached once for all of its pages, compared with reading the column alone. */
async function counts(store: MarketStore): Promise<Comparison[]> {
  const filters = [
    ["burns", "t.kind = 'burn'"],
    ["one asset", "ifNull(t.asset_slug = 'asset-7', 0)"],
    ["above a million dollars", "ifNull(t.amount_dollar > 1000000, 0)"],
  ] as const;
  const comparisons: Comparison[] = [];
  for (const [what, where] of filters) {
    const counting = (condition: string) =>
      timed(() => store.rows(`SELECT count() FROM transactions AS t WHERE ${condition}`));
    const { filtered, all } = await interleave(ROUNDS, { filtered: counting(where), all: counting("1") });
    comparisons.push(
      comparisonOf(
        { measure: "paging", what: `count of ${what}, beside that of all`, unit: "ms", aim: null },
        { ours: filtered, theirs: all },
      ),
    );
  }
  return comparisons;
}

/**
 * A market whose ledger has the given number of transactions, with hashes and addresses of real length. Created once.
 */
async function openLedger({ folder, say }: MeasureWorld): Promise<MarketStore> {
  const home = path.join(folder, "paging");
  await mkdir(home, { recursive: true });
  const store = await openMarketStore({ url: null, folder: home });
  await migrateMarketStore(store);
  await loadCatalog(store, await readShippedCatalog());
  const [stored] = await store.rows<{ n: string }>("SELECT count() AS n FROM transactions");
  if (Number(stored?.n) !== ROWS) {
    say(`making ${ROWS.toLocaleString("en")} transactions`);
    await store.run("TRUNCATE TABLE transactions");
    await store.run(`INSERT INTO transactions (${Object.keys(columns).join(", ")})
      SELECT ${Object.values(columns).join(", ")} FROM numbers(${ROWS})`);
    await store.run("OPTIMIZE TABLE transactions FINAL");
  }
  return store;
}

const hex = (seed: string, bytes: number) =>
  `concat('0x', lower(substring(hex(SHA256(concat('${seed}', toString(number)))), 1, ${bytes * 2})))`;
/** Three at a time, ninety seconds apart. */
const columns: Readonly<Record<string, string>> = {
  id: `concat('ethereum:', ${hex("t", 32)}, ':', toString(number % 50))`,
  timestamp: "toDateTime('2021-01-01 00:00:00', 'UTC') + intDiv(number * 7919 % 5000000, 3) * 90",
  kind: "arrayElement(['transfer', 'transfer', 'transfer', 'mint', 'burn'], number % 5 + 1)",
  network_id: "number % 12 + 1",
  network_slug: "concat('network-', toString(number % 12))",
  network_name: "concat('Network ', toString(number % 12))",
  asset_id: "intHash32(number) % 400 + 1",
  asset_slug: "concat('asset-', toString(intHash32(number) % 400))",
  asset_name: "concat('Asset ', toString(intHash32(number) % 400))",
  asset_class_id: "number % 9 + 1",
  asset_class_slug: "concat('class-', toString(number % 9))",
  asset_class_name: "concat('Class ', toString(number % 9))",
  token_id: "intHash32(number) % 900 + 1",
  symbol: "concat('T', toString(intHash32(number) % 900))",
  token_address: `if(number % 40 = 0, NULL, ${hex("c", 20)})`,
  amount_token: "toDecimal256(intHash64(number) % 1000000000, 18) / 100",
  amount_dollar: "if(number % 50 = 0, NULL, exp2(intHash32(number) % 3000 / 100))",
  from_address: `if(number % 5 = 3, NULL, ${hex("f", 20)})`,
  to_address: `if(number % 5 = 4, NULL, ${hex("r", 20)})`,
  transaction_hash: hex("t", 32),
  block_number: "number",
  is_sample: "false",
  version: "1",
};
