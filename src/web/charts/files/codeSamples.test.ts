import { expect, test } from "vitest";
import { codeSamples } from "./codeSamples";

const request = {
  url: "https://example.org/api/v4/tokens/aggregates/timeseries",
  query: { filter: { operator: "equals", field: "issuer_slug", value: `O'Hara "$(x)" #(0022) \\ '''` } },
  fileUrl: "https://example.org/export/tokens.csv?query=%7B%22a%22%3A1%7D",
};
/** The text of a Power Query literal: doubled quotes are one, and `#(…)` escapes a character. */
const asPowerQueryReads = (literal: string) =>
  literal.replace(/""|#\((#|[0-9a-f]{4})\)/g, (_, name?: string) =>
    name === undefined ? '"' : name === "#" ? "#" : String.fromCharCode(Number.parseInt(name, 16)),
  );
const codeOf = (name: string) => codeSamples(request).find((sample) => sample.name === name)?.code ?? "";

test.each([
  ["curl", /'query=(.*)'$/s],
  ["python", /r'''(.*)'''/s],
])("the query in %s is quoted so that no content ends the quotes", (name, quotes) => {
  const [, quoted = ""] = quotes.exec(codeOf(name)) ?? [];
  expect(quoted).not.toContain("'");
  expect(JSON.parse(quoted)).toEqual(request.query);
});

test("spreadsheets load the file's URL in one formula", () => {
  expect(codeOf("sheets")).toBe(`=IMPORTDATA("${request.fileUrl}"; ","; "en_US")`);
  expect(codeOf("excel")).toContain(`Web.Contents("${request.fileUrl}")`);
  expect(codeSamples(request).map(({ name, needsKey }) => [name, needsKey])).toEqual([
    ["curl", true],
    ["typescript", true],
    ["python", true],
    ["sheets", false],
    ["excel", false],
  ]);
});

test("figures that are not public need a key in Excel too, and have no formula in programs without keys", () => {
  const samples = codeSamples({ ...request, fileUrl: null, results: "rows" });
  expect(samples.map(({ name, needsKey }) => [name, needsKey])).toEqual([
    ["curl", true],
    ["typescript", true],
    ["python", true],
    ["excel", true],
  ]);
  const excel = samples.at(-1)?.code ?? "";
  const [, quoted = ""] = /query = "((?:[^"]|"")*)"/.exec(excel) ?? [];
  expect(JSON.parse(asPowerQueryReads(quoted))).toEqual(request.query);
  expect(excel).toContain('[Authorization = "Bearer " & CADASTRE_API_KEY]');
  expect(samples[1]?.code).toContain("for (const row of results)");
});
