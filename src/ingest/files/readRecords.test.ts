import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LINE_BYTES, readLines, type TextEncoding } from "./readLines";
import { delimiterOf, type FileRecord, readCsv } from "./readRecords";

async function read(
  content: string | Buffer,
  {
    encoding = "utf-8",
    chunk = 7,
    isBroken = false,
    delimiter,
    skipLines = 0,
  }: {
    encoding?: TextEncoding;
    chunk?: number;
    isBroken?: boolean;
    delimiter?: string;
    skipLines?: number;
  } = {},
): Promise<FileRecord[]> {
  const bytes = Buffer.from(content);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const records: FileRecord[] = [];
  const lines = readLines(chunks(), { encoding, isBroken: () => isBroken });
  for await (const batch of readCsv(lines, { delimiter, skipLines })) records.push(...batch);
  return records;
}
const shape = (records: FileRecord[]) => records.map(({ line, fields }) => [line, fields]);

describe("readCsv", () => {
  it("counts physical lines through blank lines, quoted line ends and Windows line ends", async () => {
    expect(shape(await read('\uFEFFa,b\r\n\r\n1,"x\r\ny, ""z"""\r\n2,\r\n\n3,c'))).toEqual([
      [1, ["a", "b"]],
      [3, ["1", 'x\ny, "z"']],
      [5, ["2", ""]],
      [7, ["3", "c"]],
    ]);
  });

  it("loses one row to a quote that is never closed, not the rest of the file", async () => {
    const records = await read('a,b\n1,2\n"3,4\n5,6\n7,8\n');
    expect(shape(records.filter((r) => r.fields !== null))).toEqual([
      [1, ["a", "b"]],
      [2, ["1", "2"]],
      [4, ["5", "6"]],
      [5, ["7", "8"]],
    ]);
    expect(records.find((r) => r.fields === null)).toMatchObject({ line: 3, raw: '"3,4' });
  });

  it("rejects a line that is not UTF-8 and reads the others", async () => {
    const bad = Buffer.concat([
      Buffer.from("a,b\nZ\u00fcrich,1\nZ"),
      Buffer.from([0xfc]),
      Buffer.from("rich,2\nx,3\n"),
    ]);
    const records = await read(bad, { chunk: 5 });
    expect(records.map((r) => [r.line, r.fields?.[0] ?? r.refusal?.reason.slice(0, 24)])).toEqual([
      [1, "a"],
      [2, "Zürich"],
      [3, "the line is not valid UT"],
      [4, "x"],
    ]);
  });

  it("reads UTF-16 and Windows-1252", async () => {
    const text = "a;b\nZürich €;1\n";
    const little = Buffer.from(`\uFEFF${text}`, "utf16le");
    const big = Buffer.from(little).swap16();
    const latin = Buffer.from([
      ...Buffer.from("a;b\nZ"),
      0xfc,
      ...Buffer.from("rich "),
      0x80,
      ...Buffer.from(";1\n"),
    ]);
    const expected = [
      [1, ["a", "b"]],
      [2, ["Zürich €", "1"]],
    ];
    expect(shape(await read(little, { encoding: "utf-16le" }))).toEqual(expected);
    expect(shape(await read(big, { encoding: "utf-16be" }))).toEqual(expected);
    expect(shape(await read(latin, { encoding: "windows-1252" }))).toEqual(expected);
  });

  it("takes half a last line for no line when the file broke off", async () => {
    expect(shape(await read("a,b\n1,2\n3,4", { isBroken: true }))).toEqual([
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ]);
  });

  it("rejects an endless line and continues after it", async () => {
    const records = await read(`a,b\n${"x".repeat(3 * MAX_LINE_BYTES)}\n1,2\n`, { chunk: 100_000 });
    expect(records.map((r) => [r.line, r.fields])).toEqual([
      [1, ["a", "b"]],
      [2, null],
      [3, ["1", "2"]],
    ]);
    expect(records[1]?.raw).toHaveLength(4096);
  });

  it("reads Excel's line with the separator, and skips declared lines before the header", async () => {
    const rows = [
      ["a", "b,c"],
      ["1", "2"],
    ];
    const fieldsOf = async (text: string, skipLines = 0) =>
      (await read(text, { skipLines })).map(({ line, fields }) => [line, fields]);
    expect(await fieldsOf("sep=;\r\na;b,c\r\n1;2\r\n")).toEqual(rows.map((row, i) => [i + 2, row]));
    expect(await fieldsOf('Report, of,"May\n\nsep=;\na;b,c\n1;2\n', 2)).toEqual(
      rows.map((row, i) => [i + 4, row]),
    );
    expect(await fieldsOf("\uFEFFsep=\t\na\tb,c\n1\t2\n")).toEqual(rows.map((row, i) => [i + 2, row]));
  });

  it("names no line within a row that is not valid CSV, beside the line of the row", async () => {
    const [, bad] = await read('a,b\n"x"y,2\n', { chunk: 100 });
    expect(bad).toMatchObject({ line: 2, fields: null });
    expect(bad?.refusal?.reason).toContain("Invalid Closing Quote");
    expect(bad?.refusal?.reason).not.toMatch(/line \d/);
  });

  it("reads carriage returns alone", async () => {
    expect(shape(await read("a,b\r1,2\r", { chunk: 100 }))).toEqual([
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ]);
  });

  it("reads what csv-parse reads, whatever the fields and wherever the chunks end", async () => {
    const field = fc.string({ unit: fc.constantFrom("a", "1", ",", '"', "\n", " ", "é"), maxLength: 6 });
    const written = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(written, fc.integer({ min: 1, max: 20 }), async (rows, chunk) => {
        const text = rows.map((row) => row.map((f) => `"${f.replaceAll('"', '""')}"`).join(",")).join("\n");
        const expected = parse(text, { relax_column_count: true }) as string[][];
        expect((await read(text, { chunk, delimiter: "," })).map((r) => r.fields)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe("delimiterOf", () => {
  it("finds the delimiter of a header outside quotes", () => {
    expect(delimiterOf("a,b,c")).toBe(",");
    expect(delimiterOf('"a,b,c,d";b;c')).toBe(";");
    expect(delimiterOf("a\tb")).toBe("\t");
    expect(delimiterOf("a")).toBe(",");
  });
});
