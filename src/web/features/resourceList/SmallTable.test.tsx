import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SmallTable } from "./SmallTable";

const markup = (rows: number, most?: number) =>
  renderToStaticMarkup(
    <SmallTable
      caption="Tokens"
      columns={[{ name: "name", header: "Name", cell: (row: number) => `Token ${row}` }]}
      rows={Array.from({ length: rows }, (_, index) => index)}
      rowKey={(row) => row}
      most={most}
    />,
  );

const rowsIn = (html: string) => html.match(/scope="row"/g)?.length;

it("shows the first rows of a long list, with a button for the rest", () => {
  const html = markup(1_200, 10);
  expect(rowsIn(html)).toBe(10);
  expect(html).toContain("Token 9<");
  expect(html).not.toContain("Token 10<");
  expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>.*Show all 1,200.*<\/button>/);
});

it("shows every row if only a few would be hidden", () => {
  expect(rowsIn(markup(12, 10))).toBe(12);
  expect(markup(12, 10)).not.toContain("<button");
});

it("shows every row of a list without a limit", () => {
  expect(rowsIn(markup(40))).toBe(40);
});

it.each([
  [undefined, "Assets"],
  [true, "Value"],
] as const)("shows one figure next to the name on a phone; set as the main one: %s", (main, label) => {
  const html = renderToStaticMarkup(
    <SmallTable
      caption="Networks"
      columns={[
        { name: "name", header: "Name", cell: () => "Base" },
        { name: "assets", header: "Assets", numeric: true, cell: () => 3 },
        { name: "value", header: "Value", numeric: true, ...(main && { main }), cell: () => "$1" },
      ]}
      rows={[1]}
      rowKey={(row) => row}
    />,
  );
  expect([...html.matchAll(/data-label="(\w+)" class="figure main"/g)].map(([, name]) => name)).toEqual([
    label,
  ]);
});
