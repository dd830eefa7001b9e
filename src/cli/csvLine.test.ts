import { expect, test } from "vitest";
import { csvLine } from "./csvLine";

test("cells are quoted where they have to be", () => {
  expect(csvLine(["a.csv", "2", 'say "hi"', "x,y", "two\nlines", ""])).toBe(
    'a.csv,2,"say ""hi""","x,y","two\nlines",',
  );
});

test("no cell is a formula to a spreadsheet, quoted or not", () => {
  expect(csvLine(["=1+1", '=HYPERLINK("http://a.example")', "-3 is negative", "+1", "@a", "\t=1"])).toBe(
    `'=1+1,"'=HYPERLINK(""http://a.example"")",'-3 is negative,'+1,'@a,'\t=1`,
  );
});
