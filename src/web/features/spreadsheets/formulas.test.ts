import { expect, test } from "vitest";
import { formulas } from "./formulas";

test("each program is given the address in its own words", () => {
  const address = "https://site.example/export/link.csv?token=lnk_abc";
  const byName = Object.fromEntries(formulas(address).map(({ name, code }) => [name, code]));
  expect(byName.sheets).toBe(`=IMPORTDATA("${address}"; ","; "en_US")`);
  expect(byName.excel).toContain(
    `Csv.Document(Web.Contents("${address}"), [Delimiter = ",", Encoding = 65001])`,
  );
  expect(byName.libreoffice).toBe(address);
});
