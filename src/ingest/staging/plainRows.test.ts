import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { plainNumbers } from "./parseValue";
import { isJsonNumber, plainNumber } from "./plainNumber";
import { PlainRows } from "./plainRows";
import { StagedColumns } from "./stagedColumns";
import { TextIds } from "./textIds";

const price = metricOfSlug("price_dollar");
const alpha = { assetId: 1, listingId: 2_000_000_001 };
const parts = {
  ...{ entity: 0, network: null, metric: 1, date: 2 },
  cells: [{ at: 3, entity: null, metric: null, format: plainNumbers }],
};

/** Lines that are passed on, of rows that name one asset, metric and day. */
function readRows(lines: readonly string[], form: { delimiter: string } | "json-rows") {
  const staged = new StagedColumns();
  const others: number[] = [];
  const rows = PlainRows.of({
    ...{ parts, columns: 4, form, staged },
    onOther: (line) => {
      others.push(line);
      rows?.learn({ entity: alpha, metric: price, date: "2024-01-01" });
    },
  });
  const read = rows?.read(Buffer.from(lines.join("\n")), { first: 2, lineEnd: 10 });
  return { ...read, others, values: [...(staged.take().at(-1)?.values ?? [])] };
}

describe("PlainRows", () => {
  it("passes on the first row with a name, and reads the next ones", () => {
    expect(
      readRows(["a,price,d,1", "a,price,d,2.5", "a,price,d,", "b,price,d,3"], { delimiter: "," }),
    ).toEqual({
      ...{ lines: 4, rows: 2, others: [2, 5], values: [2.5] },
    });
    expect(readRows(['["a","p","d",1]', '["a", "p", "d", -0.5]', '["a","p","d",null]'], "json-rows")).toEqual(
      {
        ...{ lines: 3, rows: 1, others: [2, 3], values: [] },
      },
    );
  });

  it("reads nothing of a block with quotes or invalid UTF-8", () => {
    expect(readRows(["a,p,d,1", 'a,"p",d,2'], { delimiter: "," })).toEqual({ others: [], values: [] });
  });

  it("is not used for numbers that may mean something else", () => {
    const job = {
      columns: 4,
      form: { delimiter: "," },
      staged: new StagedColumns(),
      onOther: () => undefined,
    };
    for (const other of [{ decimal: "," as const }, { missing: ["-999"] }, { thousands: "." as const }]) {
      const cells = [{ at: 3, entity: null, metric: null, format: { ...plainNumbers, ...other } }];
      expect(PlainRows.of({ ...job, parts: { ...parts, cells } })).toBeNull();
    }
    expect(PlainRows.of({ ...job, parts, form: { delimiter: "§" } })).toBeNull();
  });
});

describe("plainNumber", () => {
  const parse = (text: string) => plainNumber(Buffer.from(`x${text}y`), 1, 1 + Buffer.byteLength(text));

  it("reads numbers to the last digit as Number does, and nothing else", () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 40 }));
    const written = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      digits.map(([all, decimals]) => `${all}.${"0".repeat(decimals)}${all}`),
      digits.map(([all, decimals]) => `-0.${"0".repeat(decimals)}${all}`),
      fc.bigInt({ min: 0n, max: 10n ** 17n }).map((all) => String(all).replace(/(\d{5})$/, ".$1")),
    );
    fc.assert(
      fc.property(written, (text) => {
        expect(parse(text)).toBe(Number(text));
      }),
      { numRuns: 5_000 },
    );
    for (const text of ["", "+", ".", "-.", "1.2.3", "0x10", "1_0", "é", "Infinity", "1e", "--1"]) {
      expect(parse(text), text).toBeNaN();
    }
  });

  it("knows which of them JSON allows", () => {
    const isJson = (text: string) => isJsonNumber(Buffer.from(text), 0, text.length);
    expect(["0", "-0", "0.5", "10", "-1.25"].filter(isJson)).toHaveLength(5);
    expect(["", "-", "01", "1.", ".5", "+1", "1e5", "00.5", "nu"].filter(isJson)).toEqual([]);
  });
});

describe("TextIds", () => {
  it("gives each text an id, and starts again when there are too many", () => {
    let clears = 0;
    const ids = new TextIds(() => {
      clears += 1;
    });
    const idOf = (text: string) => ids.idOf(Buffer.from(`.${text}.`), 1, 1 + Buffer.byteLength(text));
    expect([idOf("a"), idOf("b"), idOf("a"), idOf(""), idOf("")]).toEqual([1, 2, 1, 3, 3]);
    expect(idOf("x".repeat(201))).toBe(0);
    const numbers = Array.from({ length: 50_000 }, (_, at) => idOf(`text ${at}`));
    expect([clears, numbers[0], numbers.at(-1)]).toEqual([1, 4, 3]);
    expect(new Set(numbers.slice(-3)).size).toBe(3);
    expect(idOf("text 49999")).toBe(3);
  });
});
