import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cadastre, type Product, startProduct } from "../support/product";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "data-sets-"));
const start = () => startProduct({ env: { SAMPLE_DATA: "off", TZ: "UTC" }, dataDir });
let product: Product;
beforeAll(async () => {
  product = await start();
});
afterAll(async () => {
  await product.stop("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the hourly job, as a command would. */
async function writeNow(): Promise<string> {
  const request = http.request({ socketPath: path.join(dataDir, "control.sock"), method: "POST" });
  request.end(JSON.stringify({ operation: "dataSets.write", input: {} }));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return text(response);
}
const kept = () => readdir(path.join(dataDir, "downloads")).catch(() => []);
const page = async () => (await fetch(`${product.url}/downloads`)).text();

it("a server killed during a write shows none of its files, and completes them after a restart", async () => {
  expect(await page()).toContain("No nightly files have been written yet");
  const writing = writeNow().catch(() => "broken off");
  await expect
    .poll(
      async () =>
        (await readdir(path.join(dataDir, "downloads", `${(await kept())[0]}`)).catch(() => [])).length,
      {
        timeout: 120_000,
        interval: 20,
      },
    )
    .toBeGreaterThan(3);
  product.process.kill("SIGKILL");
  await writing;
  expect((await kept()).filter((name) => !name.endsWith(".part"))).toEqual([]);

  product = await start();
  expect(await page()).toContain("No nightly files have been written yet");
  expect(await writeNow()).toContain('"written":true');
  expect(await writeNow()).toContain('"written":false');
  const versions = await kept();
  expect(versions).toHaveLength(1);
  expect(
    (await cadastre(["export", "--verify", path.join(dataDir, "downloads", versions[0] ?? "")])).code,
  ).toBe(0);
});

it("the page shows each file with size and checksum, and a download resumes in parts", async () => {
  const [version = ""] = await kept();
  const at = `${product.url}/export/stored/${version}`;
  const { files } = (await (await fetch(`${at}/manifest.json`)).json()) as {
    files: { file: string; bytes: number; sha256: string; rows: number }[];
  };
  const networks = files.find(({ file }) => file === "networks.csv.gz");
  const html = await page();
  expect(html).toContain(`/export/stored/${version}/networks.csv.gz`);
  expect(html).toContain(networks?.sha256);
  expect(html).toContain("&lt; 0.1 MB");
  expect(html).not.toContain(" bytes<");
  // Next to daily values there is one table, in which the current and the nightly version are next to each other.
  expect(html).toMatch(new RegExp(`Current, \\d{4}-\\d{2}-\\d{2}.*Nightly, ${version}`, "s"));
  expect(html.match(/<table/g)).toHaveLength(2);
  // For visitors, Parquet is named and not linked.
  expect(html).not.toContain(`href="/export/stored/${version}/networks.parquet"`);
  expect((await fetch(`${at}/networks.parquet`)).status).toBe(401);

  const first = await fetch(`${at}/networks.csv.gz`, { headers: { range: "bytes=0-99" } });
  const rest = await fetch(`${at}/networks.csv.gz`, {
    headers: { range: "bytes=100-", "if-range": first.headers.get("etag") ?? "" },
  });
  expect([first.status, rest.status]).toEqual([206, 206]);
  const hash = createHash("sha256");
  for (const part of [first, rest]) hash.update(new Uint8Array(await part.arrayBuffer()));
  expect(hash.digest("hex")).toBe(networks?.sha256);
});
