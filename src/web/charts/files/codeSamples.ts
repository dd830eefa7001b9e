import { powerQueryTable, sheetsFormula } from "./spreadsheetFormulas";

/** Code samples that fetch the figures of a chart, in the languages that data teams use. */

export interface ChartRequest {
  /** URL of the data API's endpoint. */
  url: string;
  /** Its `query`. */
  query: object;
  /** URL of the figures as CSV with every group, if it needs no key; null otherwise. */
  fileUrl: string | null;
  /** Kind of the results. Default: series. */
  results?: "series" | "rows";
}

export interface CodeSample {
  name: string;
  label: string;
  code: string;
  /** True if the code reads a key from `CADASTRE_API_KEY`. */
  needsKey: boolean;
}

export const codeSamples = ({
  url,
  query,
  fileUrl,
  results = "series",
}: ChartRequest): readonly CodeSample[] => [
  { name: "curl", label: "curl", code: curl(url, query), needsKey: true },
  { name: "typescript", label: "TypeScript", code: typescript(url, query, results), needsKey: true },
  { name: "python", label: "Python", code: python(url, query, results), needsKey: true },
  ...(fileUrl === null
    ? [{ name: "excel", label: "Excel", code: excelWithKey(url, query), needsKey: true }]
    : [
        { name: "sheets", label: "Google Sheets", code: sheetsFormula(fileUrl), needsKey: false },
        { name: "excel", label: "Excel", code: excel(fileUrl), needsKey: false },
      ]),
];

type Results = NonNullable<ChartRequest["results"]>;

/** JSON for single quotes of a shell and Python's raw strings: apostrophes are escaped. */
const quotable = (query: object): string => JSON.stringify(query, null, 2).replaceAll("'", "\\u0027");

const curl = (url: string, query: object) => `curl --get "${url}" \\
  --header "Authorization: Bearer $CADASTRE_API_KEY" \\
  --data-urlencode 'query=${quotable(query)}'`;

const typescript = (url: string, query: object, results: Results) => `const url = new URL("${url}");
const query = ${JSON.stringify(query, null, 2)};
url.searchParams.set("query", JSON.stringify(query));
const response = await fetch(url, {
  headers: { authorization: \`Bearer \${process.env.CADASTRE_API_KEY}\` },
});
if (!response.ok) throw new Error(await response.text());
const { results } = await response.json();
${
  results === "series"
    ? "for (const { group, points } of results) console.log(group.name, points.at(-1));"
    : "for (const row of results) console.log(row);"
}`;

const python = (url: string, query: object, results: Results) => `import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = r'''${quotable(query)}'''
request = Request(
    "${url}?" + urlencode({"query": query}),
    headers={"Authorization": "Bearer " + os.environ["CADASTRE_API_KEY"]},
)
results = json.load(urlopen(request))["results"]
${
  results === "series"
    ? `for series in results:
    print(series["group"]["name"], series["points"][-1])`
    : `for row in results:
    print(row)`
}`;

/** For the formula bar of Power Query: Data, From other sources, Blank query. */
const excel = (fileUrl: string) => `= ${powerQueryTable(`Web.Contents("${fileUrl}")`)}`;

/** Power Query parses `#(…)` in a text as an escaped character. */
const inPowerQuery = (text: string) => text.replaceAll('"', '""').replaceAll("#(", "#(#)(");

/** The same with a key, which Power Query stores as a parameter of the workbook. */
const excelWithKey = (url: string, query: object) =>
  `= ${powerQueryTable(
    `Web.Contents("${url}", [` +
      `Query = [query = "${inPowerQuery(JSON.stringify(query))}", format = "csv"], ` +
      `Headers = [Authorization = "Bearer " & CADASTRE_API_KEY]])`,
  )}`;
