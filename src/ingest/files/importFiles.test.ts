import { readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { readDataVersion } from "../dataVersion";
import { listQuarantine } from "../staging/listQuarantine";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { listSources } from "../testSupport/listSources";
import { importFiles } from "./importFiles";
import { importSummary } from "./importReport";

const TODAY = "2024-03-31";
const ADDRESS = "0x7712c34205737192402172409a8F7ccef8aA2AEc";
const catalog = catalogOf({
  networks: [
    network(1, "ethereum", { chain_id: 1, aliases: ["eth"] }),
    network(3, "polygon", { chain_id: 137 }),
  ],
  assets: [asset(101, "alpha"), asset(102, "beta"), asset(103, "gamma", { ticker: "BETA" })],
  tokens: [
    token(1011, "alpha", "ethereum", { address: ADDRESS }),
    token(1012, "alpha", "polygon"),
    token(1021, "beta", "ethereum"),
    token(1022, "beta", "ethereum"),
  ],
});
const whole = (assetId: number) => ASSET_LISTING_OFFSET + assetId;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await loadCatalog(test.store, catalog);
});

const run = async (name: string, content: string | Uint8Array, mapping?: unknown) => {
  const path = await test.file(name, content);
  const report = await importFiles(test.store, catalog, { files: [path], mapping, today: TODAY });
  return { ...report, file: report.files[0] as (typeof report.files)[number], path };
};
/** Observations as `listing metric date value`. */
const stored = async () => {
  const rows = await test.store.compactRows<[number, number, string, number]>(
    "SELECT token_id, metric_id, date, value FROM observations FINAL ORDER BY ALL",
  );
  return rows.map((row) => row.join(" "));
};
const quarantined = () =>
  test.store.compactRows<[string, string, string, string]>(
    "SELECT line, field, reason, raw FROM quarantine FINAL ORDER BY line, field",
  );
const id = (slug: string) => metricByName(slug)?.id as number;

it("quarantines a row of long cells, with any characters, and stores the others", async () => {
  // The leading x makes every cut fall within a character.
  const long = `x${"😀".repeat(2100)}`;
  const { file } = await run(
    "emoji.csv",
    [
      "entity,metric,date,value",
      "alpha,price_dollar,2024-01-01,1",
      `${long},price_dollar,2024-01-02,2`,
      `alpha,price_dollar,${long},2`,
      `alpha,price_dollar,2024-01-03,${long}`,
    ].join("\n"),
  );
  expect(file).toMatchObject({ error: null, broken: null, valuesAccepted: 1, rowsRefused: 3 });
  const rows = await quarantined();
  expect(rows.map(([line, , , raw]) => [line, raw.length])).toEqual([
    ["3", 4095],
    ["4", 4096],
    ["5", 4095],
  ]);
  for (const [, , reason, raw] of rows) expect(reason + raw).not.toContain("\ufffd");
});

it("quarantines text with an unpaired surrogate", async () => {
  const { file } = await run(
    "half.jsonl",
    ["alpha", "\\ud83d"]
      .map((entity) => `{"entity":"${entity}","metric":"price_dollar","date":"2024-01-01","value":1}`)
      .join("\n"),
  );
  expect(file).toMatchObject({ error: null, broken: null, valuesAccepted: 1, rowsRefused: 1 });
  expect((await quarantined())[0]?.[2]).toBe('the catalog has no asset or token "\ufffd"');
});

describe("long files", () => {
  it("resolves an entity by slug, id, token, address, and by network in addition", async () => {
    const names = [
      ["alpha", "", whole(101)],
      ["101", "", whole(101)],
      ["asset:alpha", "", whole(101)],
      ["token:alpha-polygon", "", 1012],
      ["token:1021", "", 1021],
      ["alpha-ethereum", "", 1011],
      [`ethereum/${ADDRESS.toLowerCase()}`, "", 1011],
      [`eth/${ADDRESS}`, "", 1011],
      ["alpha", "ethereum", 1011],
    ] as const;
    const rows = names.map(([name, net], i) => `${name},${net},price,2024-01-0${i + 1},${i + 1}`);
    const { file } = await run("entities.csv", ["entity,network,metric,date,value", ...rows].join("\n"));
    expect(file).toMatchObject({ rowsRead: 9, valuesAccepted: 9, rowsRefused: 0 });
    const expected = names.map(([, , listing], i) => `${listing} 100005 2024-01-0${i + 1} ${i + 1}`);
    expect(await stored()).toEqual(expected.sort());
  });

  it("rejects each invalid row with line, field, reason and text, and imports the others", async () => {
    const content = [
      "entity,metric,date,value", // 1
      "alpha,price,2024-01-01,1.5",
      "nobody,price,2024-01-01,1",
      "alpha,nothing,2024-01-01,1",
      "alpha,price,2024-02-30,1",
      "alpha,price,2024-04-01,1",
      'alpha,price,2024-01-02,"1,000"',
      "alpha,price,2024-01-03,inf",
      "alpha,price,2024-01-04,-1",
      "alpha,price,2024-01-05,1e30",
      "alpha,price,2024-01-06",
      "alpha,price,2024-01-07,", // 12: empty is absent
      "alpha,price,2024-01-01,1.5", // 13: the same once more
      "alpha,price,2024-01-01,1.6", // 14: and another value
      "alpha,beta,polygon,,",
      "beta,price,2024-01-08,2",
    ].join("\n");
    const { file, ok } = await run("wrong.csv", content);
    expect(ok).toBe(true);
    expect(file).toMatchObject({ rowsRead: 15, valuesAccepted: 2, rowsRefused: 11, error: null });
    expect(await stored()).toEqual([
      `${whole(101)} 100005 2024-01-01 1.5`,
      `${whole(102)} 100005 2024-01-08 2`,
    ]);
    const rows = await quarantined();
    expect(rows.map(([line, field]) => `${line} ${field}`)).toEqual([
      "3 entity",
      "4 metric",
      "5 date",
      "6 date",
      "7 value",
      "8 value",
      "9 value",
      "10 value",
      "11 ",
      "14 price_dollar of alpha",
      "15 ",
    ]);
    expect(rows[0]).toEqual([
      "3",
      "entity",
      'the catalog has no asset or token "nobody"',
      "nobody,price,2024-01-01,1",
    ]);
    expect(file.refusals.map(({ kind, rows: n, firstLine }) => `${n} ${kind} ${firstLine}`)).toEqual([
      "2 wrong number of fields 11",
      "1 unknown asset or token 3",
      "1 unknown metric 4",
      "1 not a calendar date 5",
      "1 date in the future 6",
      "1 undeclared thousands separators 7",
      "1 not a number 8",
      "1 negative value 9",
      "1 implausible value 10",
      "1 contradicts an earlier row 14",
    ]);
    expect(rows[7]?.[2]).toContain("1e30");
    expect(rows[9]?.slice(2)).toEqual([
      "price_dollar of alpha on 2024-01-01 is 1.5 on line 2 but 1.6 on line 14: the first is used",
      "alpha,price,2024-01-01,1.6",
    ]);
  });

  it("changes nothing when the same file is imported again under any name", async () => {
    const content = "entity,metric,date,value\nalpha,price,2024-01-01,1\nnobody,price,2024-01-01,1\n";
    const first = await run("a.csv", content);
    const version = await readDataVersion(test.store);
    const snapshot = () => test.store.rows("SELECT * FROM observations FINAL ORDER BY ALL");
    const before = await snapshot();
    const again = await run("b.csv", content);
    expect(again.file).toMatchObject({
      valuesAccepted: 1,
      valuesUnchanged: 1,
      sourceId: first.file.sourceId,
    });
    expect(await snapshot()).toEqual(before);
    expect(await readDataVersion(test.store)).toBe(version);
    expect(await quarantined()).toHaveLength(1);
    expect(await listSources(test.store)).toMatchObject([
      { id: first.file.sourceId, fileName: "a.csv", sha256: first.file.sha256, kind: "file" },
    ]);
  });

  it("lets a later file replace a value, and names the current source", async () => {
    await run("a.csv", "entity,metric,date,value\nalpha,price,2024-01-01,1\nalpha,price,2024-01-02,1\n");
    const { file } = await run(
      "b.csv",
      "entity,metric,date,value\nalpha,price,2024-01-02,2\nalpha,price,2024-01-01,1\n",
    );
    expect(file).toMatchObject({ valuesAccepted: 2, valuesUnchanged: 1 });
    const rows = await test.store.compactRows(
      `SELECT date, value, source_id = ${file.sourceId} FROM observations FINAL ORDER BY date`,
    );
    expect(rows).toEqual([
      ["2024-01-01", 1, 0],
      ["2024-01-02", 2, 1],
    ]);
  });

  it("lists the tokens of an asset with two on a network, and suggests the spelling of a slug", async () => {
    const rows = ["beta,ethereum", "token:beta-ethereum,", "beta-ethereum,", "ALPHA,", `${"x".repeat(99)},`];
    const content = rows.map((row) => `${row},price,2024-01-01,1\n`).join("");
    await run("two.csv", `entity,network,metric,date,value\n${content}`);
    expect((await quarantined()).map(([, , reason]) => reason)).toEqual([
      '"beta" has 2 tokens on ethereum; specify one with token:1021 or token:1022',
      '2 tokens are called "beta-ethereum"; specify one with token:1021 or token:1022',
      '2 tokens are called "beta-ethereum"; specify one with token:1021 or token:1022',
      'the catalog has no asset or token "ALPHA": write "alpha"',
      `the catalog has no asset or token "${"x".repeat(60)}…"`,
    ]);
  });

  it("removes the sample data of an asset that now has a real figure, and no other", async () => {
    const row = { kind: "transfer", timestamp: "2024-01-01 00:00:00", version: 1 };
    await test.store.insert("transactions", [
      { ...row, id: "a", asset_id: 101, is_sample: true },
      { ...row, id: "b", asset_id: 101, is_sample: false },
      { ...row, id: "c", asset_id: 102, is_sample: true },
    ]);
    await test.store.insert("pools", [{ id: 1, asset_id: 101, is_sample: true, version: 1 }]);
    const { derived } = await run("a.csv", "entity,metric,date,value\nalpha,price,2024-01-01,1\n");
    expect(await test.store.compactRows("SELECT id FROM transactions FINAL ORDER BY id")).toEqual([
      ["b"],
      ["c"],
    ]);
    expect(await test.store.compactRows("SELECT id FROM pools FINAL")).toEqual([]);
    expect(derived.dataVersion).toBe(await readDataVersion(test.store));
    const again = await run("a.csv", "entity,metric,date,value\nalpha,price,2024-01-01,1\n");
    expect(again.derived.dataVersion).toBe(derived.dataVersion);
  });

  it("lists refused rows, of all files or of one", async () => {
    await run("a.csv", "entity,metric,date,value\nnobody,price,2024-01-01,1\nalpha,price,2024-01-02,x\n");
    await run("b.csv", "entity,metric,date,value\nalpha,price,2024-01-02,y\nalpha,price,2024-01-03,z\n");
    expect(await listQuarantine(test.store, { file: null, limit: 2 })).toMatchObject({
      total: 4,
      kinds: [
        { file: "a.csv", kind: "unknown asset or token", rows: 1, firstLine: 2, lastLine: 2 },
        { file: "a.csv", kind: "not a number", rows: 1, firstLine: 3, lastLine: 3 },
        {
          file: "b.csv",
          kind: "not a number",
          rows: 2,
          firstLine: 2,
          lastLine: 3,
          example: '"y" is not a number',
        },
      ],
      rows: [
        { file: "a.csv", line: 2 },
        { file: "a.csv", line: 3 },
      ],
    });
    expect(await listQuarantine(test.store, { file: "b.csv", limit: 1 })).toMatchObject({
      total: 2,
      rows: [
        {
          file: "b.csv",
          line: 2,
          field: "value",
          kind: "not a number",
          reason: '"y" is not a number',
          row: "alpha,price,2024-01-02,y",
        },
      ],
    });
  });
});

describe("days before 1970", () => {
  it("are stored, carried and derived like later days", async () => {
    const rows = [
      "alpha,total_supply_token,1953-03-30,10",
      "alpha,price,1953-03-30,2",
      "alpha,price,1953-04-02,3",
      "alpha,total_supply_token,1953-04-02,20",
      "alpha,total_supply_token,1969-12-31,30",
      "alpha,price,1969-12-30,4",
      "alpha,price,1970-01-02,5",
      "alpha,price,1899-12-31,5",
    ];
    const { file } = await run("bonds.csv", ["entity,metric,date,value", ...rows].join("\n"));
    expect(file).toMatchObject({
      valuesAccepted: 7,
      refusals: [
        {
          kind: "date before 1900",
          rows: 1,
          firstLine: 9,
          lastLine: 9,
          example: '"1899-12-31" is before 1900',
        },
      ],
    });
    const served = (slug: string) =>
      test.store.compactRows(
        `SELECT date, value, carried FROM daily_metrics FINAL
         WHERE token_id = ${whole(101)} AND metric_id = ${id(slug)} ORDER BY date`,
      );
    expect(await served("price")).toEqual([
      ["1953-03-30", 2, false],
      ["1953-03-31", 2, true],
      ["1953-04-01", 2, true],
      ["1953-04-02", 3, false],
      ["1969-12-30", 4, false],
      ["1969-12-31", 4, true],
      ["1970-01-01", 4, true],
      ["1970-01-02", 5, false],
    ]);
    expect(await served("market_value")).toEqual([
      ["1953-03-30", 20, false],
      ["1953-03-31", 20, true],
      ["1953-04-01", 20, true],
      ["1953-04-02", 60, false],
      ["1969-12-31", 120, true],
      ["1970-01-01", 120, true],
      ["1970-01-02", 150, true],
    ]);
  });
});

describe("files as a whole", () => {
  it("names missing columns, and the existing ones", async () => {
    const { file, ok } = await run("x.csv", "entity,metric,day,val\nalpha,price,2024-01-01,1\n");
    expect(ok).toBe(false);
    expect(file.error).toBe(
      'The file has no column "date", "value"; its columns are entity, metric, day, val',
    );
  });

  it.each([
    ["nothing", ""],
    ["blank lines", "\n\n  \n"],
  ])("rejects a file of %s", async (_, content) => {
    expect((await run("empty.csv", content)).file.error).toContain("empty");
  });

  it("reports a missing file and imports the others", async () => {
    const path = await test.file("here.csv", "entity,metric,date,value\nalpha,price,2024-01-01,1\n");
    const report = await importFiles(test.store, catalog, {
      files: ["/nowhere/at-all.csv", path],
      today: TODAY,
    });
    expect(report.ok).toBe(false);
    expect(report.files[0]?.error).toBe("File not found");
    expect(report.files[1]).toMatchObject({ valuesAccepted: 1, error: null });
    expect(importSummary(report)).toContain("at-all.csv: rejected.");
  });

  it("detects gzip by content, not by name", async () => {
    const packed = gzipSync("entity,metric,date,value\nalpha,price,2024-01-01,1\n");
    expect((await run("packed.csv", packed)).file).toMatchObject({ valuesAccepted: 1, broken: null });
    expect(
      (await run("plain.csv.gz", "entity,metric,date,value\nalpha,price,2024-01-02,1\n")).file,
    ).toMatchObject({
      valuesAccepted: 1,
    });
  });

  it("reads a packed file of several members with zeros after them", async () => {
    const row = (day: number) => `alpha,price,2024-01-0${day},${day}\n`;
    const packed = Buffer.concat([
      gzipSync(`entity,metric,date,value\n${row(1)}`),
      gzipSync(row(2)),
      Buffer.alloc(512),
      gzipSync(row(3)),
      Buffer.alloc(40_000),
    ]);
    const { file } = await run("members.csv.gz", packed);
    expect(file).toMatchObject({ rowsRead: 3, valuesAccepted: 3, error: null, broken: null });
  });

  it("imports every complete row before the end of a truncated packed file, and reports the truncation", async () => {
    const line = (i: number) =>
      `alpha,price,${new Date(Date.UTC(1990, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)},${((i * 7919) % 10007) + 0.25}`;
    const rows = Array.from({ length: 12_000 }, (_, i) => line(i));
    const packed = gzipSync(["entity,metric,date,value", ...rows].join("\n"));
    const { file, ok } = await run("broken.csv.gz", packed.subarray(0, Math.floor(packed.length * 0.6)));
    expect(ok).toBe(false);
    expect(file.broken).toBe("the compressed data is truncated: unexpected end of file");
    expect(file.valuesAccepted).toBeGreaterThan(5_000);
    expect(file).toMatchObject({ rowsRead: file.valuesAccepted, rowsRefused: 0, error: null });
    // The last imported row is complete: the values are those of the rows from the start, in order.
    const kept = await stored();
    expect(kept).toEqual(
      rows.slice(0, file.valuesAccepted).map((row) => {
        const [, , date, value] = row.split(",");
        return `${whole(101)} 100005 ${date} ${Number(value)}`;
      }),
    );
  });

  it("imports nothing of a damaged packed file, since earlier content can be wrong too", async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => {
      const date = new Date(Date.UTC(1990, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
      return `alpha,price,${date},${((i * 7919) % 10007) + 0.25}`;
    });
    const content = ["entity,metric,date,value", "alpha,price,1980-01-01,x", ...rows].join("\n");
    const packed = gzipSync(content);
    packed.writeUInt8(packed.readUInt8(packed.length >> 1) ^ 0xff, packed.length >> 1);
    const { file, ok } = await run("damaged.csv.gz", packed);
    expect(ok).toBe(false);
    expect(file.error).toContain("The compressed data is damaged");
    expect(file).toMatchObject({ valuesAccepted: 0, broken: null });
    expect(await stored()).toEqual([]);
    expect(await quarantined()).toEqual([]);
  });

  it("explains how to convert text in UTF-16 without a byte order mark", async () => {
    const text = Buffer.from("entity,metric,date,value\nalpha,price,2024-01-01,1\n", "utf16le");
    expect((await run("u.csv", text)).file.error).toContain('"encoding": "utf-16le"');
  });

  it("takes the network from any line of a JSON Lines file", async () => {
    await run(
      "net.jsonl",
      [
        '{"entity":"alpha","metric":"price","date":"2024-01-01","value":1}',
        '{"entity":"alpha","network":"polygon","metric":"price","date":"2024-01-01","value":2}',
      ].join("\n"),
    );
    expect(await stored()).toEqual(["1012 100005 2024-01-01 2", `${whole(101)} 100005 2024-01-01 1`]);
  });

  it("reads JSON Lines, with rejected lines", async () => {
    const { file } = await run(
      "rows.jsonl",
      [
        '{"entity":"alpha","metric":"price","date":"2024-01-01","value":1.25}',
        '{"metric":"price","entity":"alpha","value":"2","date":"2024-01-02T10:00:00Z","note":"x"}',
        "",
        '{"entity":"alpha","metric":"price","date":"2024-01-03","value":null}',
        '{"entity":"alpha","metric":"price","date":"2024-01-04","value":NaN}',
        "[1,2]",
        '{"entity":"alpha","metric":"price","date":"2024-01-05","value":{"a":1}}',
      ].join("\n"),
    );
    expect(file).toMatchObject({ rowsRead: 6, valuesAccepted: 2, rowsRefused: 3 });
    expect((await quarantined()).map(([line]) => line)).toEqual(["5", "6", "7"]);
  });

  it("rejects values that are nested too deep to serialize, and keeps the rows next to them", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const { file } = await run(
      "deep.jsonl",
      [
        `{"entity":${deep},"metric":"price","date":"2024-01-01","value":1}`,
        `{"entity":"alpha","metric":"price","date":"2024-01-02","value":{"a":${deep}}}`,
        '{"entity":"alpha","metric":"price","date":"2024-01-03","value":3}',
      ].join("\n"),
    );
    expect(file).toMatchObject({ rowsRead: 3, valuesAccepted: 1, rowsRefused: 2, error: null });
    expect(await stored()).toEqual([`${whole(101)} 100005 2024-01-03 3`]);
  });

  it("reads Parquet, with nulls and real dates", async () => {
    const path = `${test.folder}/rows.parquet`;
    await test.store.run(
      `INSERT INTO FUNCTION file('${path}', 'Parquet') SELECT 'alpha' AS entity, 'price' AS metric,
        toDate32('2024-01-01') + number AS date, if(number = 1, NULL, number + 0.5) AS value FROM numbers(3)`,
    );
    const report = await importFiles(test.store, catalog, { files: [path], today: TODAY });
    expect(report.files[0]).toMatchObject({ rowsRead: 3, valuesAccepted: 2, error: null });
    expect(await stored()).toEqual([
      `${whole(101)} 100005 2024-01-01 0.5`,
      `${whole(101)} 100005 2024-01-03 2.5`,
    ]);
  });

  it("reads the rows of the given Parquet file only, whatever its name", async () => {
    const names = [
      "jan*.parquet",
      "jan?1.parquet",
      "jan{a,b}.parquet",
      "jan[0-9].parquet",
      "**.parquet",
      "jan 1.parquet",
      "jan'1\\.parquet",
      "jan.zip :: rows.parquet",
      "jan.parquet.gz",
      "jan%2A.parquet",
      "jan",
    ];
    for (const other of ["jan01.parquet", "jana.parquet", "jan0.parquet", "jan-other.parquet"]) {
      await parquet(other, "SELECT 'beta' AS entity, 'price' AS metric, '2024-01-01' AS date, 9. AS value");
    }
    const files: string[] = [];
    for (const [i, name] of names.entries()) {
      files.push(
        await parquet(
          name,
          `SELECT 'alpha' AS entity, 'price' AS metric, toDate32('2024-01-02') + ${i} AS date, ${i + 1}. AS value`,
        ),
      );
    }
    const report = await importFiles(test.store, catalog, { files, today: TODAY });
    expect(
      report.files.map(({ file, rowsRead, valuesAccepted, error }) => [
        file,
        rowsRead,
        valuesAccepted,
        error,
      ]),
    ).toEqual(files.map((file) => [file, 1, 1, null]));
    expect(await stored()).toEqual(
      names.map((_, i) => `${whole(101)} 100005 2024-01-${String(i + 2).padStart(2, "0")} ${i + 1}`),
    );
  });

  it("numbers the rows of a Parquet file, regardless of line breaks and gaps", async () => {
    const rows = [
      ["alpha", "price", "2024-01-01", "1", "one\nnote\r\nof three lines"],
      ['nobody\n"x"', "price", "2024-01-02", "2", ""],
      [null, null, null, null, null],
      ["alpha", "price", "2024-01-03", "x", "\n".repeat(2_000)],
      ["alpha", "price", "2024-01-04", "4", "end"],
      ["alpha", "price", "2024-01-01", "5", "\n"],
    ];
    const cells = (row: (string | null)[]) =>
      row
        .map((cell) => (cell === null ? "NULL" : `'${cell.replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`))
        .join(", ");
    const path = await parquet(
      "breaks.parquet",
      `SELECT * FROM values('entity Nullable(String), metric Nullable(String), date Nullable(String),
        value Nullable(String), note Nullable(String)', ${rows.map((row) => `(${cells(row)})`).join(", ")})`,
    );
    const report = await importFiles(test.store, catalog, { files: [path], today: TODAY });
    expect(report.files[0]).toMatchObject({ rowsRead: 6, valuesAccepted: 2, rowsRefused: 4 });
    expect((await quarantined()).map(([line, field, , raw]) => [line, field, raw.slice(0, 22)])).toEqual([
      ["3", "entity", '["nobody\\n\\"x\\"", "pri'],
      ["4", "entity", "[null, null, null, nul"],
      ["5", "value", '["alpha", "price", "20'],
      ["7", "price_dollar of alpha", '["alpha", "price", "20'],
    ]);
  });

  it("explains why a damaged Parquet file cannot be read", async () => {
    expect((await run("bad.parquet", "PAR1 and nothing more")).file.error).toContain(
      "Cannot read the Parquet file",
    );
  });
});

/**
 * Writes a Parquet file under any name: the engine treats names as patterns, so it writes to another name
 * first.
 */
async function parquet(name: string, select: string): Promise<string> {
  const made = `${test.folder}/made.parquet`;
  await rm(made, { force: true });
  await test.store.run(`INSERT INTO FUNCTION file('${made}', 'Parquet') ${select}`);
  const path = `${test.folder}/${name}`;
  await rename(made, path);
  return path;
}

describe("mapped files", () => {
  it("reads columns as metrics of one asset, with scale, and skips leading zeros", async () => {
    const mapping = {
      date: "time",
      entity: { asset: "alpha" },
      metrics: {
        CapMrktCurUSD: "market_value_dollar",
        SplyCur: { metric: "total_supply_token", scale: 1000 },
      },
      ignoreOtherColumns: true,
      skipLeadingZeros: true,
    };
    const { file } = await run(
      "wide.csv",
      "time,CapMrktCurUSD,AdrActCnt,SplyCur\n2024-01-01,0,5,0\n2024-01-02,10,5,0\n2024-01-03,0,5,2\n2024-01-04,,5,3\n",
      mapping,
    );
    expect(await stored()).toEqual([
      `${whole(101)} 40 2024-01-02 10`,
      `${whole(101)} 40 2024-01-03 0`,
      `${whole(101)} 100001 2024-01-03 2000`,
      `${whole(101)} 100001 2024-01-04 3000`,
    ]);
    expect(file.skippedColumns).toEqual([{ column: "AdrActCnt", reason: "not in the mapping" }]);
  });

  it("finds the entity in the name of the file, or in a column", async () => {
    const mapping = {
      date: "d",
      entity: { fileName: "^(.*)\\.csv$", entities: { a_eth: "token:alpha-ethereum" } },
      metrics: { p: "price" },
    };
    await run("a_eth.csv", "d,p\n2024-01-01,1\n", mapping);
    expect((await run("other.txt", "d,p\n2024-01-01,1\n", mapping)).file.error).toContain("does not match");
    const byColumn = {
      date: "d",
      entity: { column: "what", entities: { B: "beta" } },
      metrics: { p: "price" },
      dateFormat: "DD.MM.YYYY",
      decimal: ",",
      thousands: ".",
    };
    await run("c.csv", 'd;what;p\n02.01.2024;B;"1.234,5"\n03.01.2024;Q;1\n', byColumn);
    expect(await stored()).toEqual(["1011 100005 2024-01-01 1", `${whole(102)} 100005 2024-01-02 1234.5`]);
    expect((await quarantined()).at(-1)?.slice(0, 3)).toEqual([
      "3",
      "what",
      'the catalog has no asset or token "Q"',
    ]);
  });

  it("reads columns as entities of one metric", async () => {
    const mapping = { date: "Date", metric: "holders", entities: { A: "alpha", B: "token:1021" } };
    await run("e.tsv", "Date\tA\tB\n2024-01-01\t5\t6\n", mapping);
    expect(await stored()).toEqual([
      `1021 ${id("holders")} 2024-01-01 6`,
      `${whole(101)} ${id("holders")} 2024-01-01 5`,
    ]);
  });

  it("rejects columns that are ambiguous between each other", async () => {
    const twice = "entity,metric,date,value,value\nalpha,price,2024-01-01,1,2\n";
    expect((await run("t.csv", twice)).file.error).toBe(
      'The file has more than one column "value": column names must be unique',
    );
    const prices = { date: "d", entity: { asset: "alpha" }, metrics: { p: "price", q: "price_dollar" } };
    expect((await run("p.csv", "d,p,q\n2024-01-01,1,2\n", prices)).file.error).toBe(
      'The columns "p" and "q" both map to price_dollar: map only one of them',
    );
    const entities = { date: "d", metric: "price", entities: { p: "alpha", q: "101" } };
    expect((await run("e.csv", "d,p,q\n2024-01-01,1,2\n", entities)).file.error).toBe(
      'The columns "p" and "q" both map to 101: map only one of them',
    );
    expect(await stored()).toEqual([]);
  });

  it("reports every contradiction of a row", async () => {
    const mapping = { date: "d", metric: "price", entities: { A: "alpha", B: "beta", C: "gamma" } };
    const { file } = await run("c.csv", "d,A,B,C\n2024-01-01,1,2,3\n2024-01-01,4,5,3\n", mapping);
    expect(file).toMatchObject({ valuesAccepted: 3, rowsRefused: 1 });
    expect((await quarantined()).map(([line, field]) => [line, field])).toEqual([
      ["3", "price_dollar of alpha"],
      ["3", "price_dollar of beta"],
    ]);
  });

  it("does not treat names of built-in properties as names of the mapping", async () => {
    const mapping = {
      date: "d",
      entity: { column: "e", network: "n", entities: { a: "alpha" } },
      metric: { column: "m", metrics: { p: "price" } },
      value: "v",
    };
    const rows = ["a,,p,1", "constructor,,p,1", "a,__proto__,p,1", "a,,toString,1"];
    const content = rows.map((row) => `2024-01-01,${row}\n`).join("");
    const { file } = await run("o.csv", `d,e,n,m,v\n${content}`, mapping);
    expect(file).toMatchObject({ valuesAccepted: 1, rowsRefused: 3, error: null });
  });

  it("reports columns that the mapping does not mention", async () => {
    const mapping = { date: "d", entity: { asset: "alpha" }, metrics: { p: "price" } };
    expect((await run("o.csv", "d,p,q,r\n2024-01-01,1,2,3\n", mapping)).file.error).toBe(
      'The mapping does not cover the columns q, r: map them, or set "ignoreOtherColumns"',
    );
  });

  it("rejects an invalid mapping before it reads anything", async () => {
    await expect(
      run("m.csv", "d,p\n", { date: "d", entity: { asset: "alpha" }, metrics: {} }),
    ).rejects.toThrow("metrics: at least one column is required");
    const unknown = { date: "d", entity: { asset: "zeta" }, metrics: { p: "price" } };
    expect((await run("m.csv", "d,p\n2024-01-01,1\n", unknown)).file.error).toBe(
      'Entity "asset:zeta": the catalog has no asset "zeta"; did you mean beta?',
    );
  });
});

describe("exported charts", () => {
  it("matches columns by name, ticker and slug, and reports those that it skips", async () => {
    const { file } = await run(
      "chart.csv",
      [
        "Timestamp,Date,Measure,ALPHA Fund,alpha-polygon,BETA,Ethereum,Nobody,All Others (12 items)",
        "1704067200000,2024-01-01,Bridged Token Value (Dollar),1.5,2,3,4,5,6",
        "1704153600000,2024-01-02,Bridged Token Value (Dollar),,2.5,3,4,5,6",
        "1704153600000,2024-01-02,No Such Thing,1,2,3,4,5,6",
      ].join("\n"),
    );
    expect(await stored()).toEqual([
      "1012 71 2024-01-01 2",
      "1012 71 2024-01-02 2.5",
      `${whole(101)} 71 2024-01-01 1.5`,
    ]);
    expect(file.skippedColumns).toEqual([
      { column: "BETA", reason: "means several: beta, gamma" },
      { column: "Ethereum", reason: "is a network, not a single asset" },
      { column: "Nobody", reason: "no asset or token has this name, ticker or slug" },
      { column: "All Others (12 items)", reason: "aggregates assets that the file does not name" },
    ]);
    expect(file).toMatchObject({ rowsRead: 3, rowsRefused: 1, valuesAccepted: 3 });
  });

  it("reads an asset once where two columns name it", async () => {
    const { file } = await run(
      "c.csv",
      "Timestamp,Date,Measure,ALPHA Fund,alpha\n1,2024-01-01,Price (Dollar),1,2\n",
    );
    expect(await stored()).toEqual([`${whole(101)} 100005 2024-01-01 1`]);
    expect(file.skippedColumns).toEqual([{ column: "alpha", reason: 'duplicates column "ALPHA Fund"' }]);
  });

  it("reads a chart of a page, whose metric has that name", async () => {
    await run("m.csv", "Timestamp,Date,Metric,ALPHA Fund\n1,2024-01-01,Price (Dollar),3\n");
    expect(await stored()).toEqual([`${whole(101)} 100005 2024-01-01 3`]);
  });

  it("rejects a chart by network as a whole", async () => {
    const { file } = await run(
      "n.csv",
      "Timestamp,Date,Measure,Ethereum,Polygon\n1,2024-01-01,Price (Dollar),1,2\n",
    );
    expect(file.error).toContain('"Ethereum" is a network');
    expect(await stored()).toEqual([]);
  });
});

const shared = process.env.CADASTRE_SHARED_DATA;
describe.skipIf(shared === undefined)(
  "a real file (set CADASTRE_SHARED_DATA to the folder of shared data)",
  () => {
    it("imports the gold price from 1900 on and rejects older rows", async () => {
      const content = readFileSync(`${shared}/gold-prices/monthly-processed.csv`, "utf8");
      const rows = content
        .trim()
        .split("\n")
        .slice(1)
        .map((row) => row.trim().split(","));
      const usable = rows.filter(([date = ""]) => date >= "1900-01-01" && date <= TODAY);
      const { file } = await run("gold.csv", content, {
        date: "Date",
        entity: { asset: "alpha" },
        metrics: { Price: "price_dollar" },
      });
      expect(file).toMatchObject({
        rowsRead: rows.length,
        valuesAccepted: usable.length,
        rowsRefused: rows.length - usable.length,
        refusals: expect.arrayContaining([
          expect.objectContaining({
            kind: "date before 1900",
            rows: rows.filter(([date = ""]) => date < "1900").length,
          }),
        ]),
      });
      // Served as imported; each day of a gap of more than seven days is unknown.
      expect(
        await test.store.compactRows(
          `SELECT date, value FROM daily_metrics FINAL WHERE token_id = ${whole(101)} AND NOT carried ORDER BY date`,
        ),
      ).toEqual(usable.map(([date, price]) => [date, Number(price)]));
      const [sum] = await test.store.compactRows<[number]>("SELECT sum(value) FROM observations FINAL");
      expect(sum?.[0]).toBeCloseTo(
        usable.reduce((total, [, price]) => total + Number(price), 0),
        6,
      );
    });
  },
);

describe("values that are not served", () => {
  const long = (rows: readonly string[]) => ["entity,metric,date,value", ...rows].join("\n");

  it("keeps the history of the asset as a whole next to one token, and reports unserved values with the reason", async () => {
    const days = Array.from({ length: 11 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")}`);
    await run("issuer.csv", long(days.map((day) => `alpha,total_supply_token,${day},1000`)));
    const one = await run("chain.csv", long(["alpha-ethereum,total_supply_token,2024-01-11,400"]));
    const series = { asset: "alpha", metric: "total_supply_token", reason: "level" };
    expect(one.unserved).toMatchObject({
      total: 1,
      series: [{ ...series, token: "alpha-ethereum", source: "chain.csv", values: 1 }],
    });
    expect(importSummary(one)).toContain(
      "not served: 1 value of total_supply_token of alpha-ethereum from chain.csv, 2024-01-11: the figure for the whole asset covers more of it",
    );

    const both = await run(
      "other.csv",
      long(days.slice(2).flatMap((day) => [`alpha-polygon,total_supply_token,${day},600`])),
    );
    expect(both.unserved.series).toMatchObject([
      { ...series, token: "alpha-polygon", source: "other.csv", values: 8 },
      { ...series, token: null, source: "issuer.csv", values: 1, firstDay: "2024-01-11" },
    ]);
    expect(importSummary(both)).toContain(
      "not served: 1 value of total_supply_token of alpha (whole asset) from issuer.csv, 2024-01-11: the figures of its tokens cover the whole asset",
    );
  });

  it("reports values for which another source is preferred", async () => {
    const rows = long(["beta,price_dollar,2024-01-01,1"]);
    const first = await test.file("vendor.csv", rows);
    await importFiles(test.store, catalog, { files: [first], provider: "vendor", today: TODAY });
    const { unserved } = await run("own.csv", rows.replace(",1", ",1.5"));
    expect(unserved.series).toMatchObject([
      { asset: "beta", token: null, source: "vendor.csv", reason: "source", values: 1 },
    ]);
  });

  it("reports none where everything is served", async () => {
    const { unserved } = await run("plain.csv", long(["alpha,price_dollar,2024-01-01,1"]));
    expect(unserved).toEqual({ series: [], total: 0 });
  });
});

describe("relations between metrics", () => {
  const long = (rows: readonly string[]) => ["entity,metric,date,value", ...rows].join("\n");

  it("quarantines a part that exceeds its total, in the file or compared with stored values", async () => {
    const { file } = await run(
      "impossible.csv",
      long([
        "alpha,total_supply_token,2024-01-01,1000",
        "alpha,circulating_supply_token,2024-01-01,1250",
        "beta,top_holder_share_percent,2024-01-01,90",
        "beta,top_5_holders_share_percent,2024-01-01,50",
        "beta,top_10_holders_share_percent,2024-01-01,10",
        "gamma,total_supply_token,2024-01-01,1000",
        "gamma,circulating_supply_token,2024-01-01,1000.0000001",
      ]),
    );
    expect(file).toMatchObject({ rowsRead: 7, valuesAccepted: 4, rowsRefused: 3, warnings: [] });
    expect(file.refusals).toMatchObject([{ kind: "contradicts another metric", rows: 3, firstLine: 3 }]);
    expect((await quarantined()).map(([line, , reason, raw]) => [line, reason, raw])).toEqual([
      [
        "3",
        "circulating_supply_token of alpha on 2024-01-01 is 1250, more than total_supply_token, which is 1000",
        "alpha,circulating_supply_token,2024-01-01,1250",
      ],
      ["4", expect.stringContaining("is 90, more than top_"), expect.any(String)],
      ["5", expect.stringContaining("is 50, more than top_10"), expect.any(String)],
    ]);
    expect(await stored()).toHaveLength(4);

    const later = await run("total.csv", long(["gamma,total_supply_token,2024-01-01,900"]));
    expect(later.file).toMatchObject({ valuesAccepted: 0, rowsRefused: 1 });
    expect(later.file.refusals[0]?.example).toBe(
      "total_supply_token of gamma on 2024-01-01 is 900, less than circulating_supply_token, which is 1000.0000001",
    );
  });

  it("quarantines counts that are not whole numbers", async () => {
    const { file } = await run(
      "holders.csv",
      long(["alpha,holders,2024-01-01,12.5", "alpha,holders,2024-01-02,1.2e1"]),
    );
    expect(file).toMatchObject({ valuesAccepted: 1, rowsRefused: 1 });
    expect(file.refusals[0]?.example).toBe("12.5 is not a whole number; holding_addresses_count is a count");
  });

  it("accepts an implausible change with a warning, which is listed", async () => {
    const first = await run("supply.csv", long(["alpha,total_supply_token,2024-01-01,1000"]));
    expect(first.file.warnings).toEqual([]);
    const rows = [
      "alpha,total_supply_token,2024-01-02,1000000000",
      "alpha,total_supply_token,2024-01-03,1100000000",
      "alpha,total_supply_token,2024-02-03,5",
    ];
    const { file, ...report } = await run("scale.csv", long(rows));
    expect(file).toMatchObject({ valuesAccepted: 3, rowsRefused: 0, refusals: [] });
    const kind = "accepted with a warning: implausible change";
    const example = "total_supply_token of alpha is 1000000000 on 2024-01-02 but 1000 on 2024-01-01";
    expect(file.warnings).toEqual([{ kind, rows: 1, firstLine: 2, lastLine: 2, example }]);
    expect(importSummary(report)).toContain(`1 row: ${kind}, line 2: ${example}`);
    expect((await listQuarantine(test.store, { file: null, limit: 10 })).kinds).toMatchObject([
      { kind, rows: 1 },
    ]);
    expect(await stored()).toHaveLength(4);
  });

  it("derives no share above 100 percent from sources that contradict each other", async () => {
    const files = [
      ["issuer", long(["alpha,total_supply_token,2024-01-01,1000"])],
      ["vendor", long(["alpha,circulating_supply_token,2024-01-01,1250"])],
    ] as const;
    for (const [provider, content] of files) {
      const path = await test.file(`${provider}.csv`, content);
      await importFiles(test.store, catalog, { files: [path], provider, today: TODAY });
    }
    const share = await test.store.rows(
      `SELECT value FROM daily_metrics WHERE metric_id = ${id("circulating_supply_share_percent")}`,
    );
    expect(share).toEqual([]);
  });
});

it("rejects rows that are marked as sample data", async () => {
  const rows = ["entity,metric,date,value,is_sample"];
  rows.push("alpha,price_dollar,2024-01-01,1,true", "alpha,price_dollar,2024-01-02,2,false");
  const { file } = await run("rows.csv", rows.join("\n"));
  expect(file).toMatchObject({
    valuesAccepted: 1,
    rowsRefused: 1,
    refusals: [{ kind: "sample data", firstLine: 2 }],
  });
  const chart = "Timestamp,Date,Metric,alpha\n0,2024-01-03,Price (Dollar) (sample),3";
  expect((await run("chart.csv", chart)).file).toMatchObject({
    valuesAccepted: 0,
    refusals: [{ kind: "sample data" }],
  });
  expect(await stored()).toHaveLength(1);
});

it("rejects series of Parquet files that are marked as sample data, and imports the other ones", async () => {
  const path = `${test.folder}/series.parquet`;
  await test.store.run(
    `INSERT INTO FUNCTION file('${path}', 'Parquet')
     SELECT toDate('2024-01-01') AS date, 'price_dollar' AS measure, slug AS group_slug, 5. AS value,
       slug = 'beta' AS is_sample
     FROM (SELECT arrayJoin(['alpha', 'beta']) AS slug) ORDER BY slug`,
  );
  const mapping = {
    date: "date",
    entity: { column: "group_slug" },
    metric: { column: "measure" },
    value: "value",
  };
  for (const own of [mapping, { ...mapping, ignoreOtherColumns: true }]) {
    const { files } = await importFiles(test.store, catalog, { files: [path], mapping: own, today: TODAY });
    expect(files[0]).toMatchObject({
      error: null,
      valuesAccepted: 1,
      rowsRefused: 1,
      refusals: [{ kind: "sample data", firstLine: 3 }],
      skippedColumns: [],
    });
  }
  expect(await stored()).toEqual([`${whole(101)} ${id("price_dollar")} 2024-01-01 5`]);
});

it("rejects objects of JSON Lines that are marked as sample data, whether or not the first object has the key", async () => {
  const row = { entity: "alpha", metric: "price_dollar", value: 1 };
  const rows = [
    { ...row, date: "2024-01-01" },
    { ...row, date: "2024-01-02", is_sample: true },
    { ...row, date: "2024-01-03", is_sample: false },
  ];
  const { file } = await run("rows.jsonl", rows.map((one) => JSON.stringify(one)).join("\n"));
  expect(file).toMatchObject({
    error: null,
    valuesAccepted: 2,
    refusals: [{ kind: "sample data", firstLine: 2 }],
  });
});

it("imports the real columns of an exported chart and skips those marked as sample data", async () => {
  const chart = "Timestamp,Date,Measure,alpha,beta (sample)\n0,2024-01-03,Price (Dollar),3,4";
  const { file } = await run("chart.csv", chart);
  expect(file).toMatchObject({
    valuesAccepted: 1,
    rowsRefused: 0,
    skippedColumns: [{ column: "beta (sample)", reason: "is sample data, which cannot be imported" }],
  });
});
