/**
 * Overhead of the data API over the engine. Each request is timed over REST (key, compiling, rows to JSON, no
 * response cache) and compared with the same statements sent straight to the engine and read as unparsed bytes.
 */
import { isEqual, parseQuery } from "#domain/query";
import { createMarket, type Market, metricSeries } from "#market";
import {
  type MarketStore,
  openPeopleStore,
  type SqlParameters,
  type StatementReader,
  WRITTEN_FORMAT,
} from "#stores";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { interleave, median, timed } from "./interleave";
import { restInProcess } from "./restInProcess";
import { openSampleMarket } from "./sampleMarket";

export const api: Measure = {
  name: "api",
  doc: "lists and series of the data API against the same SQL straight on the engine",
  needsBuild: false,
  run: runApi,
};

const ROUNDS = 11;
const AIM = { atMost: 1.3 };
const measure = (slug: string) => isEqual("measure_slug", slug);
const value = measure("bridged_token_value_dollar");
const and = (...filters: object[]) => ({ operator: "and", filters });
const since = { operator: "onOrAfter", field: "date", value: "2025-06-01" };

const cases: readonly [name: string, path: string, query: object][] = [
  ["assets, first page, every metric", "assets", {}],
  [
    "assets, 100 rows, filtered and sorted by metrics",
    "assets",
    {
      filter: { operator: "gt", field: "holding_addresses_count", value: 10 },
      sort: { field: "holding_addresses_count.chg_30d_pct", direction: "desc" },
      pagination: { perPage: 100 },
    },
  ],
  [
    "assets, a page's columns",
    "assets",
    {
      fields: ["name", "ticker", "bridged_token_value_dollar", "holding_addresses_count"],
      pagination: { perPage: 50 },
    },
  ],
  ["tokens, first page", "tokens", {}],
  ["networks, with nested totals", "networks", {}],
  ["transactions, newest", "transactions", { pagination: { perPage: 50 } }],
  [
    "transactions of one asset, newest",
    "transactions",
    { filter: { operator: "equals", field: "asset_slug", value: "buidl" }, pagination: { perPage: 50 } },
  ],
  [
    "transactions, the fortieth page of the largest",
    "transactions",
    { sort: { field: "amount_dollar", direction: "desc" }, pagination: { page: 40, perPage: 50 } },
  ],
  ["aggregates by asset class", "assets/aggregates", { aggregate: { groupBy: "asset_class" } }],
  [
    "series by asset class, all days",
    "assets/aggregates/timeseries",
    { filter: value, aggregate: { groupBy: "asset_class" } },
  ],
  [
    "series by network, a year, investable",
    "tokens/aggregates/timeseries",
    {
      filter: and(value, since, { operator: "equals", field: "is_investable", value: true }),
      aggregate: { groupBy: "network", interval: "day" },
    },
  ],
  [
    "series by platform, months",
    "tokens/aggregates/timeseries",
    { filter: value, aggregate: { groupBy: "protocol", interval: "month" } },
  ],
  [
    "series of one asset",
    "assets/aggregates/timeseries",
    { filter: and(value, { operator: "equals", field: "slug", value: "buidl" }) },
  ],
  [
    "series of a weighted metric by class",
    "assets/aggregates/timeseries",
    { filter: measure("apy_7_day_percent"), aggregate: { groupBy: "asset_class" } },
  ],
  [
    "series of 25 assets, all days",
    "assets/aggregates/timeseries",
    { filter: value, pagination: { perPage: 25 } },
  ],
];

interface Statement {
  sql: string;
  parameters: SqlParameters | undefined;
  format: string;
}

/** A store that records the statements it runs. */
function recording(store: StatementReader, notes: Statement[]): StatementReader {
  return {
    ...store,
    rows: (sql, parameters) => {
      notes.push({ sql, parameters, format: "JSONEachRow" });
      return store.rows(sql, parameters);
    },
    compactRows: (sql, parameters) => {
      notes.push({ sql, parameters, format: "JSONCompactEachRow" });
      return store.compactRows(sql, parameters);
    },
    writtenRows: (sql, parameters) => {
      notes.push({ sql, parameters, format: WRITTEN_FORMAT });
      return store.writtenRows(sql, parameters);
    },
  };
}

async function runApi(world: MeasureWorld): Promise<Comparison[]> {
  const store = await openSampleMarket(world);
  const people = await openPeopleStore({ url: null, folder: "memory://" });
  try {
    const [size] = await store.rows<{ n: string }>("SELECT count() AS n FROM daily_metrics");
    world.say(`${Number(size?.n).toLocaleString("en")} daily rows`);
    const notes: Statement[] = [];
    // Too small to cache any response; names are still cached, as in production.
    const market = createMarket({
      store: { visitors: recording(store.visitors, notes) },
      dataVersion: () => 1,
      cacheBytes: 1,
    });
    const rest = await restInProcess({ market, people });
    const comparisons: Comparison[] = [];
    for (const [what, at, query] of cases) {
      const url = `/api/v4/${at}?query=${encodeURIComponent(JSON.stringify(query))}`;
      const ask = async () => (await rest(url)).length;
      await ask();
      notes.length = 0;
      const bytes = await ask();
      const statements = [...notes];
      const alone = async () => {
        for (const { sql, parameters, format } of statements) await store.bytes(sql, format, parameters);
      };
      const times = await interleave(ROUNDS, { api: timed(ask), engine: timed(alone) });
      const note = `${statements.length} SQL, ${Math.round(bytes / 1000)} kB`;
      comparisons.push(
        comparisonOf(
          { measure: "api", what, unit: "ms", aim: null, note },
          { ours: times.api, theirs: times.engine },
        ),
      );
    }
    return [...comparisons, middleOf(comparisons), await allPages(store)];
  } finally {
    await store.close();
    await people.close();
  }
}

/**
 * Reads every page of the series of all tokens and compares with the engine computing all of them once. Each round
 * opens a new market, so nothing is cached from the round before.
 */
async function allPages(store: MarketStore): Promise<Comparison> {
  const query = (page: number) =>
    parseQuery({ filter: value, aggregate: { groupBy: "token" }, pagination: { page, perPage: 100 } });
  const notes: Statement[] = [];
  const ask = async (market: Market, page: number) =>
    (await metricSeries(market, { resource: "tokens", query: query(page) })).pagination.pageCount;
  const visitors = recording(store.visitors, notes);
  const newMarket = () => createMarket({ store: { visitors }, dataVersion: () => 1 });
  const known = newMarket();
  await ask(known, 1);
  const whole = notes.find(({ sql }) => sql.includes("latest"));
  let pages = 0;
  const times = await interleave(5, {
    api: timed(async () => {
      const market = newMarket();
      pages = await ask(market, 1);
      for (let page = 2; page <= pages; page += 1) await ask(market, page);
    }),
    engine: timed(async () => {
      await store.bytes(whole?.sql ?? "", "JSONCompactEachRow", whole?.parameters);
    }),
  });
  return comparisonOf(
    {
      measure: "api",
      what: "series of every token, page by page",
      unit: "ms",
      aim: null,
      note: `${pages} pages`,
    },
    { ours: times.api, theirs: times.engine },
  );
}

const middleOf = (comparisons: readonly Comparison[]): Comparison => ({
  measure: "api",
  what: "median of the above",
  ours: median(comparisons.map(({ ours }) => ours)),
  theirs: median(comparisons.map(({ theirs }) => theirs)),
  unit: "ms",
  ratio: median(comparisons.map(({ ratio }) => ratio)),
  best: median(comparisons.map(({ best }) => best)),
  aim: AIM,
});
