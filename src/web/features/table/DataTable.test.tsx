import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { unknownMetric } from "#domain/metrics";
import type { Sort } from "#domain/query";
import { bareColumn as column } from "../../../../tests/support/bareColumn";
import { DataTable, type DataTableProps } from "./DataTable";

const metric = {
  ...unknownMetric,
  val: 42_000_000,
  chg_7d_pct: 3,
  chg_30d_pct: -1,
};

const columns = [
  column("name"),
  column("value", { type: "metric", unit: "dollar" }),
  column("note", { sortable: false }),
];
const rows: ResourceRow[] = [{ id: 1, name: "Base", slug: "base", value: metric, note: null }];

/** The server-rendered table at `/list?q=x` of an application with a page for `/networks/:slug`. */
async function render(sort: Sort | null, more: Partial<DataTableProps> = {}) {
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: "/list",
    component: () => (
      <DataTable label="Networks" resource="networks" columns={columns} rows={rows} sort={sort} {...more} />
    ),
  });
  const network = createRoute({ getParentRoute: () => root, path: "/networks/$networkSlug" });
  const router = createRouter({
    routeTree: root.addChildren([list, network]),
    history: createMemoryHistory({ initialEntries: ["/list?q=x&page=3"] }),
  });
  await router.load();
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("a column header is a link that sorts, keeps the other parameters and returns to page one", async () => {
  const html = await render({ field: "name", direction: "asc" });
  expect(html).toContain('href="/list?q=x&amp;sort=-value"');
  expect(html).toContain('href="/list?q=x&amp;sort=-name"');
  expect(html).toMatch(/<th scope="col" aria-sort="ascending"[^>]*>(?:(?!<\/th>).)*name/);
});

test("missing values of user records are shown as none, not as unknown", async () => {
  const html = await render(null, { resource: "users", rows: [{ id: 1, name: "Base", note: null }] });
  expect(html).toContain('<span class="sr-only">none</span>');
});

test("a column that cannot be sorted, and a table without sort, have plain headers", async () => {
  expect(await render({ field: "name", direction: "asc" })).not.toContain("sort=note");
  expect(await render(null)).not.toContain("sort=");
});

test("the first cell is the row header and links to its page; metrics show their change; unknown is a dash", async () => {
  const html = await render(null);
  expect(html).toMatch(/<th scope="row"[^>]*>.*href="\/networks\/base"/);
  expect(html).toContain(">$42.00M</data>");
  expect(html).toContain("\u22121.00%");
  expect(html).toContain('<span class="sr-only">unknown</span>');
});

test("sparklines have a column that is hidden first if space is short, and rows without history have none", async () => {
  const valuesOf = ({ id }: ResourceRow) => (id === 1 ? [0, 100] : undefined);
  const sparklines = { label: "Value (90d)", doc: "Value over 90 days", valuesOf };
  const html = await render(null, { sparklines, rows: [...rows, { ...rows[0], id: 2 }] });
  expect(html).toMatch(/<table class="data-table fit-20 spare-24">/);
  expect(html).toMatch(/<th scope="col" class="spare"><span title="Value over 90 days">Value \(90d\)/);
  expect(html.match(/<td class="spare"><svg[^>]*aria-hidden="true"/g)).toHaveLength(2);
  expect(html.match(/<path/g)).toHaveLength(1);
});

test("a fee is shown with its terms, whether its rate is known or not, so that a waived fee is not mistaken for a charged one", async () => {
  const fee = column("management_fee_percent", { type: "number", unit: "percent" });
  const html = await render(null, {
    resource: "assets",
    columns: [column("name"), fee],
    rows: [
      { id: 1, name: "One", management_fee_percent: 0.15, management_fee_terms: "Waived until 2027" },
      { id: 2, name: "Two", management_fee_percent: null, management_fee_terms: "8% of interest" },
      { id: 3, name: "Three", management_fee_percent: 0.25, management_fee_terms: null },
    ],
  });
  const cells = html.match(/<td[^>]*>.*?<\/td>/g)?.map((cell) =>
    cell
      .replace(/<[^>]*>/g, " ")
      .trim()
      .split(/ {2,}/),
  );
  expect(cells).toEqual([["0.15%", "Waived until 2027"], ["8% of interest"], ["0.25%"]]);
});

test("a website is labelled by its host and a source document by its file name, depending on the field", async () => {
  const address = "https://www.example.com/filings/terms.pdf";
  const shown = ["website", "legal_source_url", "source_url"];
  const html = await render(null, {
    resource: "issuers",
    columns: [column("name"), ...shown.map((name) => column(name, { type: "url" }))],
    rows: [{ id: 1, name: "One", ...Object.fromEntries(shown.map((name) => [name, address])) }],
  });
  const called = [...html.matchAll(/break-words">([^<]*)</g)].map(([, words]) => words);
  expect(called).toEqual(["example.com", "example.com: terms.pdf", "example.com: terms.pdf"]);
});

test("a loan status has its meaning as a tooltip", async () => {
  const html = await render(null, {
    resource: "loans",
    columns: [column("name"), column("status", { type: "enum" })],
    rows: [{ id: 1, name: "Loan 1", status: "late" }],
  });
  expect(html).toContain('title="missed scheduled instalment"');
});
