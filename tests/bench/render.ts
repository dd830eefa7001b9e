/**
 * Cost of a page compared with its table: pages rendered on the server without a page cache, and React alone
 * rendering the page's longest table, once element by element (the same links, titles, marks and lines), once as a
 * document with the texts in plain cells. All run in this process. Query results are cached, so only rendering is
 * timed.
 */
import type { ReactNode } from "react";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { interleave, timed } from "./interleave";
import type { PlainTableProps } from "./PlainTable";
import { openSampleMarket } from "./sampleMarket";
import { siteInProcess } from "./siteInProcess";

export const render: Measure = {
  name: "render",
  doc: "rendering an uncached page against React alone rendering its table",
  needsBuild: true,
  run: runRender,
};

const AIM = { atMost: 8 } as const;
/** Pages of a class have no target: they also render a chart and other tables. */
const PAGES = [
  { address: "/tokens?perPage=100", aim: AIM },
  { address: "/platforms", aim: AIM },
  { address: "/treasuries", aim: null },
];
const ROUNDS = 40;
const WARM_UP_ROUNDS = 15;

async function runRender(world: MeasureWorld): Promise<Comparison[]> {
  // Set before React is loaded: its development build renders several times slower.
  process.env.NODE_ENV = "production";
  const { createElement } = await import("react");
  const { renderToReadableStream } = await import("react-dom/server.edge");
  const { PlainTable } = await import("./PlainTable");
  const { elementOf, readMarkup } = await import("./sameTable");
  const store = await openSampleMarket(world);
  const site = await siteInProcess(store);
  try {
    const comparisons: Comparison[] = [];
    for (const { address, aim } of PAGES) {
      const html = await site.page(address);
      const table = tableOf(html);
      const written = async (element: ReactNode) =>
        new Response(await renderToReadableStream(element)).text();
      const parts = readMarkup(longestTable(html));
      const same = () => written(elementOf(parts));
      const plain = () => written(createElement(PlainTable, table));
      const candidates = { page: timed(() => site.page(address)), same: timed(same), plain: timed(plain) };
      await interleave(WARM_UP_ROUNDS, candidates);
      const times = await interleave(ROUNDS, candidates);
      const cells = `${table.rows.length} × ${table.head.length} cells, ${kB(html)} beside`;
      const draft = { measure: "render", unit: "ms" };
      comparisons.push(
        comparisonOf(
          { ...draft, what: address, aim, note: `${cells} ${kB(await same())}` },
          { ours: times.page, theirs: times.same },
        ),
        comparisonOf(
          {
            ...draft,
            what: `${address}, beside its texts alone`,
            aim: null,
            note: `${cells} ${kB(await plain())}`,
          },
          { ours: times.page, theirs: times.plain },
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

/** The table with the most rows. */
function longestTable(html: string): string {
  const rowsOf = (table: string) => table.split("<tr").length;
  const tables = [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) => table);
  const [longest] = tables.toSorted((one, other) => rowsOf(other) - rowsOf(one));
  if (longest === undefined) throw new Error("The page has no table");
  return longest;
}

/** The texts of the longest table of a page. */
function tableOf(html: string): PlainTableProps {
  const [head, ...rows] = [...longestTable(html).matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => cell.replaceAll(/<[^>]*>/g, "").trim()),
  );
  if (head === undefined || rows.length === 0) throw new Error("The page has no table");
  return { head, rows };
}
