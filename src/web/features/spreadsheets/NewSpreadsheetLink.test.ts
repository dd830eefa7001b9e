import { expect, test } from "vitest";
import { formulas } from "./NewSpreadsheetLink";

test("each program has its own formula for the URL", () => {
  const address = "https://site.example/export/link.csv?token=lnk_abc";
  const byName = Object.fromEntries(formulas(address).map(({ name, code }) => [name, code]));
  expect(byName.sheets).toBe(`=IMPORTDATA("${address}"; ","; "en_US")`);
  expect(byName.excel).toContain(
    `Csv.Document(Web.Contents("${address}"), [Delimiter = ",", Encoding = 65001])`,
  );
  expect(byName.libreoffice).toBe(address);
});
