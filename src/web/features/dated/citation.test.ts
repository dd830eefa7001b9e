import { expect, test } from "vitest";
import { type Cited, citationBibtex, citationSentence, permanentUrl } from "./citation";

const cited: Cited = {
  title: "Smith & Sons: Value_100%",
  value: "$1.23B",
  date: "2026-11-20",
  brand: "Cadastre",
  dataVersion: 1_795_780_800,
  url: "https://data.example/assets/x?as_of=1795780800&explain=y#provenance",
  accessed: "2026-11-28",
  isSample: false,
};

test("a sentence names the figure, its day, the data version and a link", () => {
  expect(citationSentence(cited)).toBe(
    "Smith & Sons: Value_100%: $1.23B on 20 Nov 2026. Cadastre. Data version 2026-11-27.43200, accessed 28 Nov 2026. https://data.example/assets/x?as_of=1795780800&explain=y#provenance",
  );
  expect(citationSentence({ ...cited, value: undefined, isSample: true })).toContain(
    "Value_100%, to 20 Nov 2026. Cadastre. Sample data version 2026-11-27.43200",
  );
});

test("a BibTeX entry has the same, with its characters escaped", () => {
  expect(citationBibtex(cited)).toBe(`@misc{cadastre-smith-sons-value-100-1795780800,
  author = {{Cadastre}},
  title = {Smith \\& Sons: Value\\_100\\%},
  year = {2026},
  howpublished = {\\url{https://data.example/assets/x?as_of=1795780800&explain=y#provenance}},
  note = {Value: \\$1.23B, on 2026-11-20, Data version 2026-11-27.43200, accessed 2026-11-28}
}`);
});

test("a permanent URL pins the data version, and keeps the rest", () => {
  const url = "https://data.example/networks?group=network&as_of=2026-01-01#chart";
  expect(permanentUrl(url, { dataVersion: 5 })).toBe(
    "https://data.example/networks?group=network&as_of=5#chart",
  );
  expect(permanentUrl(url, { dataVersion: null, stablecoins: "without" })).toBe(
    "https://data.example/networks?group=network&stablecoins=without#chart",
  );
});
