import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { quarantineFile } from "./quarantineFile";

let world: TestStore;
beforeAll(async () => {
  world = await openTestStore();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Rejected rows of a file, with two fields each. */
const reject = (sourceId: number, file: string, lines: number) =>
  world.store.run(
    `INSERT INTO quarantine (source_id, file_name, line, field, kind, reason, raw, at)
      SELECT ${sourceId}, '${file}', 1 + intDiv(number, 2), ['date', 'value'][1 + number % 2], 'wrong', 'is wrong', 'x', now()
      FROM numbers(${2 * lines})`,
  );

/** Reads the rows of a file, calling `meanwhile` after the first two pieces. */
async function read(file: string | null, meanwhile: () => Promise<unknown> = async () => undefined) {
  const { bytes } = await quarantineFile(world.store, file);
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) {
    pieces.push(piece);
    if (pieces.length === 2) await meanwhile();
  }
  const [header, ...rows] = parse(Buffer.concat(pieces)) as string[][];
  expect(header).toEqual(["file", "line", "field", "kind", "reason", "row"]);
  return rows.map((row) => row.slice(0, 3).join(" "));
}

const rowsOf = (file: string, lines: number) =>
  Array.from({ length: lines }, (_, i) => [`${file} ${i + 1} date`, `${file} ${i + 1} value`]).flat();

test("has every row once, by file and line, across batches", async () => {
  await reject(9, "a.csv", 3_000);
  await reject(2, "b.csv", 5_000);
  await reject(5, "b.csv", 1);
  await reject(1, "c.csv", 2);
  expect(await read(null)).toEqual([
    ...rowsOf("a.csv", 3_000),
    ...rowsOf("b.csv", 5_000),
    ...rowsOf("b.csv", 1),
    ...rowsOf("c.csv", 2),
  ]);
  expect(await read("c.csv")).toEqual(rowsOf("c.csv", 2));
  expect(await read("d.csv")).toEqual([]);
});

test("loses no row of a file while rows of another are deleted, as on reimport", async () => {
  await reject(1, "a.csv", 2_500);
  await reject(2, "b.csv", 2_500);
  const rows = await read(null, () => world.store.run("DELETE FROM quarantine WHERE source_id = 1"));
  expect(rows).toEqual([...rowsOf("a.csv", 2_500), ...rowsOf("b.csv", 2_500)]);
});
