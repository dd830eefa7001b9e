import { expect, test } from "vitest";
import { howToSeeMore, rejectedRows } from "./rejectedRows";

const rejected = { file: "a.csv", line: 2, field: "date", kind: "invalid", reason: "x,y", row: "" };
const written = (row: string, isTerminal = false) =>
  [...rejectedRows([{ ...rejected, row }], { isTerminal })].slice(1);

test("are CSV with a header, and quote cells if necessary", () => {
  expect([...rejectedRows([], { isTerminal: false })]).toEqual(["file,line,field,kind,reason,row\n"]);
  expect(written('say "hi"\nand go')).toEqual(['a.csv,2,date,invalid,"x,y","say ""hi""\nand go"\n']);
});

test.each(["=1+1", '=HYPERLINK("http://a.example")', "-3 is negative", "+1", "@a", "\t=1"])(
  "no cell is a formula to a spreadsheet: %j",
  (row) => {
    expect(written(row)[0]).toMatch(/,"?'[=\-+@\t]/);
  },
);

test("have no control characters on a terminal, and are unchanged in a pipe", () => {
  const row = "a\u001b]0;title\u0007\tb\r\nc\u202e";
  expect(written(row, true)).toEqual(['a.csv,2,date,invalid,"x,y","a\ufffd]0;title\ufffd\tb\ufffd\nc"\n']);
  expect(written(row)[0]).toContain(row);
});

test("explain how to export all of them if some were not printed", () => {
  expect(howToSeeMore(1_500)).toBe("--limit 1500 prints all.");
  expect(howToSeeMore(13_600_000)).toContain("--limit 1000000 prints the most at once");
});
