/**
 * What a page costs beside its table: pages rendered on the server, none kept, beside React alone rendering a
 * document that has the page's table (as many rows and columns, the same texts) and nothing else. Both in
 * this process. The answers of the queries are remembered, so that it is rendering that is timed.
 */
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { interleave, timed } from "./interleave";
import type { PlainTableProps } from "./PlainTable";
import { openSampleMarket } from "./sampleMarket";
import { siteInProcess } from "./siteInProcess";

export const render: Measure = {
  name: "render",
  doc: "rendering a page that is not kept against React alone rendering its table",
  needsBuild: true,
  run: runRender,
};

const ADDRESSES = ["/tokens?perPage=100", "/platforms", "/treasuries"];
const ROUNDS = 40;
const WARM_UP_ROUNDS = 15;

async function runRender(world: MeasureWorld): Promise<Comparison[]> {
  // Before React is loaded: its development build renders several times slower.
  process.env.NODE_ENV = "production";
  const { createElement } = await import("react");
  const { renderToReadableStream } = await import("react-dom/server.edge");
  const { PlainTable } = await import("./PlainTable");
  const store = await openSampleMarket(world);
  const site = await siteInProcess(store);
  try {
    const comparisons: Comparison[] = [];
    for (const address of ADDRESSES) {
      const html = await site.page(address);
      const table = tableOf(html);
      const plain = async () =>
        new Response(await renderToReadableStream(createElement(PlainTable, table))).text();
      const candidates = { page: timed(() => site.page(address)), table: timed(plain) };
      await interleave(WARM_UP_ROUNDS, candidates);
      const times = await interleave(ROUNDS, candidates);
      const cells = `${table.rows.length} × ${table.head.length} cells`;
      const note = `${cells}, ${kB(html)} beside ${kB(await plain())}`;
      comparisons.push(
        comparisonOf(
          { measure: "render", what: address, unit: "ms", aim: null, note },
          { ours: times.page, theirs: times.table },
        ),
      );
    }
    return comparisons;
  } finally {
    await site.close();
    await store.close();
  }
}

const kB = (text: string) => `${Math.round(text.length / 1000)} kB`;

/** The texts of the longest table of a page. */
function tableOf(html: string): PlainTableProps {
  const tables = [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) =>
    [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => cell.replaceAll(/<[^>]*>/g, "").trim()),
    ),
  );
  const [head, ...rows] = tables.toSorted((a, b) => b.length - a.length)[0] ?? [];
  if (head === undefined || rows.length === 0) throw new Error("The page has no table");
  return { head, rows };
}
