import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEntityResolver } from "../staging/entityResolver";
import { type ImportMapping, parseMapping } from "../staging/mapping";
import type { RefusedRow } from "../staging/quarantine";
import { StagedColumns } from "../staging/stagedColumns";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { readFigures } from "./readFigures";
import type { TextFile } from "./recordsOf";

const ADDRESS = "0x7712c34205737192402172409a8F7ccef8aA2AEc";
const catalog = catalogOf({
  networks: [network(1, "ethereum", { chain_id: 1 }), network(3, "polygon", { chain_id: 137 })],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [
    token(1011, "alpha", "ethereum", { address: ADDRESS }),
    token(1012, "alpha", "polygon", { address: ADDRESS }),
    token(1021, "beta", "ethereum"),
  ],
});

interface Written {
  text: string | Buffer;
  mapping?: unknown;
  form?: TextFile["form"];
  /** Bytes of a chunk. */
  chunk: number;
  isBroken?: boolean;
}

/** All that reading a file gives: values, rejected rows, counts, or why it is rejected as a whole. */
async function read(
  { text, mapping, form = "csv", chunk, isBroken = false }: Written,
  isLineByLine: boolean,
) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const refused: RefusedRow[] = [];
  const staged = new StagedColumns();
  const parsed: ImportMapping | undefined = mapping === undefined ? undefined : parseMapping(mapping);
  try {
    const { kinds, ...counts } = await readFigures(
      { chunks: chunks(), broken: () => (isBroken ? "broke off" : null) },
      {
        file: { form, encoding: null },
        fileName: "file.csv",
        mapping: parsed,
        resolver: createEntityResolver(catalog),
        today: "2024-12-31",
        quarantine: {
          add: (row) => refused.push(row),
          isFull: false,
          dropped: 0,
          flush: async () => undefined,
          clear: async () => undefined,
        },
      },
      { staged, isLineByLine, onBlock: async () => undefined },
    );
    const values = staged.take().map(({ name, values: all }) => [name, ...all]);
    return { values, refused, kinds: kinds.list(), ...counts };
  } catch (cause) {
    return { error: (cause as Error).message, refused };
  }
}

const often = <T>(usual: readonly T[], rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: rare });
const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      '"',
      '""',
      '"a,b"',
      'a"b',
      "\r",
      "\n",
      "\r\n",
      "\uFEFF",
      "\0",
      ",",
      ";",
      "\t",
      " ",
      "\u00a0",
      "é",
      "\ud83d\ude00",
    ],
    ...[
      "-",
      "+",
      ".",
      "-.",
      "1e5",
      "1e999",
      "NaN",
      "null",
      "0x10",
      "1,5",
      "1_000",
      "$5",
      "5 EUR",
      "5%",
      "1.5M",
      "1.2.3",
    ],
  ),
  fc.string({ maxLength: 5 }),
);
const names = often(
  ["alpha", "beta", " beta ", "asset:alpha", "alpha-ethereum", "token:1012", "102", "gamma"],
  fc.oneof(hostile, fc.constantFrom("gamma", "ALPHA", `ethereum/${ADDRESS}`, "x".repeat(210))),
);
const metricNames = often(
  ["price_dollar", "holding_addresses_count", "apy_7_day_percent", "top_holder_share_percent"],
  fc.oneof(hostile, fc.constantFrom("no_such_metric", "PRICE_DOLLAR", " price_dollar")),
);
const dates = often(
  ["2024-01-01", "2024-01-02", "2024-02-29", "2024-03-01T00:00:00Z", "1969-12-31", "1900-01-01"],
  fc.oneof(hostile, fc.constantFrom("2023-02-29", "2025-01-01", "1899-12-31", "01/02/2024", "2024-1-1")),
);
const numbers = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value.toFixed(5)),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 30 }))
    .map(([digits, decimals]) => {
      const text = digits.toString().padStart(decimals + 1, "0");
      return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
    }),
  fc.constantFrom(
    "",
    "",
    "-0",
    "007",
    "5.",
    ".5",
    "+5",
    " 5 ",
    "1e24",
    "1000000000000000000000001",
    "-3",
    "101",
    "1.5",
  ),
  hostile,
);
const lineEnds = often(["\n"], fc.constantFrom("\r\n", "\n\n", "\n \n"));

const asLines = (header: string, rows: fc.Arbitrary<readonly string[]>, delimiter = ",") =>
  fc
    .array(fc.tuple(rows, lineEnds), { maxLength: 30 })
    .map((all) => header + all.map(([row, end]) => end + row.join(delimiter)).join(""));
const chunkSizes = fc.integer({ min: 1, max: 400 });

/** Compares both ways of reading the same file. */
async function requireSame(written: fc.Arbitrary<Written>, numRuns = 400) {
  await fc.assert(
    fc.asyncProperty(written, async (file) => {
      expect(await read(file, false)).toEqual(await read(file, true));
    }),
    { numRuns },
  );
}

describe("readFigures reads blocks of bytes as it reads lines of text", () => {
  it("in files with one value in a row", async () => {
    const rows = fc.tuple(names, metricNames, dates, numbers);
    await requireSame(
      fc.record({
        text: asLines("entity,metric,date,value", rows),
        chunk: chunkSizes,
        isBroken: fc.boolean(),
      }),
      1_000,
    );
  });

  it("in files with networks, other columns, other delimiters and carriage returns alone", async () => {
    const networks = often(["ethereum", "polygon", "", "137"], hostile);
    const rows = fc.tuple(dates, numbers, fc.constantFrom("", "note"), networks, names, metricNames);
    const mapping = {
      ...{ date: "d", value: "v", ignoreOtherColumns: true, scale: 0.01, delimiter: ";", missing: ["n/a"] },
      entity: { column: "e", network: "n", entities: { "one's": "alpha" } },
      metric: { column: "m" },
    };
    const written = fc.record({
      text: asLines("d;v;other;n;e;m", rows, ";"),
      chunk: chunkSizes,
      isOld: fc.boolean(),
      isDeclared: fc.boolean(),
    });
    await requireSame(
      written.map(({ text, chunk, isOld, isDeclared }) => ({
        text: isOld ? text.replaceAll("\r", "").replaceAll("\n", "\r") : text,
        mapping: { ...mapping, ...(isDeclared ? { allowMissing: true } : {}) },
        chunk,
      })),
    );
  });

  it("in files with a column for each metric, asset or series, with formats of their own", async () => {
    const formats = fc.constantFrom(
      {},
      { scale: 1_000_000 },
      { percent: true, missing: ["0"] },
      { currency: "$", thousands: ",", delimiter: "\t" },
      { decimal: ",", delimiter: ";" },
      { skipLeadingZeros: true },
      { skipRows: { a: "5" } },
    );
    const layouts = fc.constantFrom(
      {
        entity: { column: "e" },
        metrics: { a: "price_dollar", b: { metric: "holding_addresses_count", scale: 1 } },
      },
      {
        entity: { asset: "alpha" },
        metrics: { a: "price_dollar", b: "apy_7_day_percent" },
        ignoreOtherColumns: true,
      },
      { metric: "price_dollar", entities: { a: "alpha", b: "beta" }, ignoreOtherColumns: true },
      {
        columns: {
          a: { entity: "alpha", metric: "price" },
          b: { entity: "beta", metric: "top_holder_share_percent" },
        },
        ignoreOtherColumns: true,
      },
    );
    const written = fc.tuple(
      ...[
        formats,
        layouts,
        fc.array(fc.tuple(dates, names, numbers, numbers), { maxLength: 20 }),
        chunkSizes,
      ],
    ) as fc.Arbitrary<[Record<string, unknown>, object, string[][], number]>;
    await requireSame(
      written.map(([format, layout, rows, chunk]) => {
        const delimiter = String(format.delimiter ?? ",");
        const text = [["d", "e", "a", "b"], ...rows].map((row) => row.join(delimiter)).join("\n");
        return { text, chunk, mapping: { date: "d", ...layout, ...format } };
      }),
    );
  });

  it("in exported charts, and files with marks of sample data", async () => {
    const charts = fc.tuple(
      fc.constantFrom("", "1"),
      dates,
      often(["Price", "price_dollar"], hostile),
      numbers,
      numbers,
    );
    await requireSame(
      fc.record({ text: asLines("Timestamp,Date,Metric,alpha,BETA", charts), chunk: chunkSizes }),
    );
    const marked = fc.tuple(names, metricNames, dates, numbers, fc.constantFrom("true", "", "no"));
    await requireSame(
      fc.record({ text: asLines("entity,metric,date,value,is_sample", marked), chunk: chunkSizes }),
      100,
    );
  });

  it("in rows that were converted from a Parquet file", async () => {
    const cell = (text: fc.Arbitrary<string>) => text.map((value) => JSON.stringify(value));
    const value = fc.oneof(
      numbers.filter((text) => text !== "" && !Number.isNaN(Number(text))).map((text) => text.trim()),
      cell(numbers),
      fc.constantFrom("null", "true", "[1]", '{"a":1}', "nul", "01", "1.", "-", '"5', "5]"),
    );
    const rows = fc
      .tuple(
        cell(names),
        cell(metricNames),
        fc.oneof(cell(dates), fc.constantFrom("20240101", "null")),
        value,
      )
      .chain((cells) =>
        fc.constantFrom(`[${cells.join(", ")}]`, `[${cells.join(",")}]`, `[${cells.join(", ")}]\r`),
      );
    await requireSame(
      fc.record({
        text: fc
          .array(
            often<fc.Arbitrary<string>>([rows], fc.constant(hostile)).chain((row) => row),
            { maxLength: 30 },
          )
          .map((lines) => ['["entity","metric","date","value"]', ...lines].join("\n")),
        form: fc.constant("json-rows" as const),
        chunk: chunkSizes,
      }),
      600,
    );
  });

  it("with lines that are not UTF-8", async () => {
    const rows = fc.tuple(names, metricNames, dates, numbers);
    const written = fc.record({
      text: asLines("entity,metric,date,value", rows),
      chunk: chunkSizes,
      at: fc.nat(),
    });
    await requireSame(
      written.map(({ text, chunk, at }) => {
        const bytes = Buffer.from(text);
        bytes[Math.max(25, at % bytes.length)] = 0xff;
        return { text: bytes, chunk };
      }),
      200,
    );
  });
});
