/**
 * `npm run test:crawl`: starts the built product on sample data, opens every screen and follows every link of it in a
 * real browser, as a visitor, a signed-in user and an administrator, and reports the problems of each
 * page. Run by hand before a release: it takes most of an hour.
 *
 * npm run test:crawl -- --as visitor --samples 1
 * npm run test:crawl -- --as administrator /admin/users /admin/data
 *
 * `--samples N` opens N URLs of one shape (`/assets/*`; default 3), `--views N` as many that differ only in
 * their query (default 1), `--as` one kind of user only. Paths restrict the crawl to these pages. `E2E_DATA_DIR`
 * names a data folder with sample data.
 */
import { parseArgs } from "node:util";
import { launchChromium } from "../../tests/support/chromium";
import { startProduct } from "../../tests/support/product";
import { startMailServer } from "../../tests/support/smtp";
import { crawl } from "./crawl";
import { administrator, appear, kinds } from "./people";
import { reportOf } from "./report";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    samples: { type: "string", default: "3" },
    views: { type: "string", default: "1" },
    as: { type: "string", multiple: true, default: [...kinds] },
  },
});
const unknown = values.as.find((name) => !kinds.some((kind) => kind === name));
if (unknown !== undefined) throw new Error(`--as ${unknown} is none of ${kinds.join(", ")}`);
const [samples, views] = [values.samples, values.views].map(Number);
if (!Number.isInteger(samples) || !Number.isInteger(views))
  throw new Error("--samples and --views are numbers");

const dataDir = process.env.E2E_DATA_DIR;
console.log("Starting the product, with sample data…");
const mail = await startMailServer();
const product = await startProduct({
  env: { SMTP_URL: mail.url, ADMIN_EMAILS: administrator, PAGE_RENDERS_PER_MINUTE: "1000000" },
  ...(dataDir !== undefined && { dataDir }),
});
const browser = await launchChromium();
try {
  for (const kind of kinds.filter((one) => values.as.includes(one))) {
    const person = await appear(kind, { browser, product, mail });
    const started = Date.now();
    const crawled = await crawl({
      browser,
      site: product.url,
      person,
      only: positionals,
      samples: Number(samples),
      views: Number(views),
      report: ({ opened, waiting, found, problems }) => {
        if (opened % 25 === 0) console.log(`${kind}: ${opened} opened, ${waiting} known and waiting`);
        for (const problem of problems) console.log(`${kind}: ✗ ${found.address} ${problem}`);
      },
    });
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    console.log(`\n${reportOf(kind, crawled)}\n(${minutes} minutes)\n`);
    if (crawled.problems.length > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await (dataDir === undefined ? product.remove() : product.stop());
  await mail.stop();
}
