import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { network } from "../../../../tests/support/testSeries";
import { chartFigures } from "./chartFigures";
import { figuresWorkbook } from "./figuresWorkbook";

test("contains the figures of the CSV as numbers and dates, and no name that a spreadsheet would evaluate", async () => {
  const blob = await figuresWorkbook(
    chartFigures(
      [network("=Base", { "2026-01-30": 10.5, "2026-01-31": 1e21 }), network("Mantle", { "2026-01-31": 2 })],
      { interval: "day", maxGroups: 2, isSample: true },
    ),
  );
  const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const texts = strFromU8(parts["xl/sharedStrings.xml"] ?? new Uint8Array()).match(/(?<=<t[^>]*>)[^<]*/g);
  expect(texts).toEqual(
    expect.arrayContaining([
      "Timestamp",
      "Date",
      "Metric",
      "'=Base",
      "Mantle",
      "Bridged Token Value (Dollar) (sample)",
    ]),
  );
  const values = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, cells = ""]) =>
    [...cells.matchAll(/<c ([^>]*)>(?:<v>([^<]*)<\/v>)?/g)]
      .filter(([, c = ""]) => !c.includes('t="s"'))
      .map(([, , v]) => v),
  );
  // Excel dates: 46052 is 2026-01-30.
  expect(values).toEqual([[], ["1769731200000", "46052", "10.5"], ["1769817600000", "46053", "1e+21", "2"]]);
});
