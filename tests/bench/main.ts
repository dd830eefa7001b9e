/**
 * `npm run bench -- [NAME…] [--data FOLDER] [--beside URL]`: compares the product with its parts alone, as ratios
 * measured in one run. docs/benchmarks.md describes each measure.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../support/product";
import { api } from "./api";
import { browser } from "./browser";
import { chain } from "./chain";
import { type Comparison, comparisonTable, type Measure } from "./comparison";
import { dated } from "./dated";
import { derive } from "./derive";
import { disk } from "./disk";
import { growth } from "./growth";
import { importing } from "./import";
import { memory } from "./memory";
import { page } from "./page";
import { paging } from "./paging";
import { render } from "./render";
import { typing } from "./typing";

const measures: readonly Measure[] = [
  ...[api, importing, chain, derive, dated, disk, page, render, browser],
  ...[typing, growth, paging, memory],
];
const isBuilt = existsSync(path.join(root, "dist/current"));
const say = (line: string) => console.error(line);

const usage = () =>
  [
    "npm run bench -- [NAME…] [--data FOLDER] [--beside URL]",
    ...measures.map(({ name, doc }) => `  ${name.padEnd(8)} ${doc}`),
    "  --data   keeps the data that the measures make, and uses it again. About 3 GB.",
    "  --beside a server, such as an earlier version, whose pages the measure browser opens in turn",
  ].join("\n");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: "string" }, beside: { type: "string" }, help: { type: "boolean" } },
});
const unknown = positionals.filter((name) => !measures.some((measure) => measure.name === name));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no measure ${unknown.join(", ")}.`);
  console.log(usage());
  process.exit(unknown.length > 0 ? 1 : 0);
}

const selected = measures.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const folder = values.data
  ? path.resolve(values.data)
  : await mkdtemp(path.join(tmpdir(), "cadastre-bench-"));
const comparisons: Comparison[] = [];
try {
  for (const measure of selected) {
    if (measure.needsBuild && !isBuilt) {
      say(`${measure.name}: skipped, since it measures the built product. Run "npm run build" first.`);
      continue;
    }
    say(`${measure.name}: ${measure.doc}`);
    const start = performance.now();
    comparisons.push(
      ...(await measure.run({ folder, beside: values.beside, say: (line) => say(`  ${line}`) })),
    );
    say(`  ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true });
}
if (comparisons.length > 0) console.log(comparisonTable(comparisons));
// Closed stores and servers may leave native threads running.
process.exit(0);
