import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderOwner } from "#stores";
import { freePort } from "../../tests/support/freePort";
import { readConfiguration } from "./configuration/configuration";
import { serve, startingResponse, wantsProgress } from "./serve";

const ask = (path: string, accept: string) =>
  startingResponse(new Request(`http://localhost${path}`, { headers: { accept } }), {
    brand: "A <b> & Co",
    progress: 0.426,
  });

test("a browser sees the progress and reloads by itself", async () => {
  const response = ask("/treasuries", "text/html,*/*");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  expect(html).toContain("Generating sample data: 42%.");
  expect(html).toContain('http-equiv="refresh"');
  expect(html).toContain("A &lt;b&gt; &amp; Co is starting");
  expect(html).not.toContain("<b>");
});

test("a program gets the progress in its format", async () => {
  expect(await ask("/api/v4/assets", "*/*").json()).toEqual({
    message: "Generating sample data: 42%. Try again in a moment.",
  });
  expect(await ask("/sitemap.xml", "*/*").text()).toBe(
    "Generating sample data: 42%. Try again in a moment.\n",
  );
});

test("only the status is available", () => {
  const isAllowed = (path: string) => wantsProgress(new Request(`http://localhost${path}`));
  expect(["/api/v4/status", "/v4/status", "/api/v4/assets", "/status", "/"].map(isAllowed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

const installation = path.resolve(import.meta.dirname, "../..");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "serve-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether a port is free. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

test("a server whose pages cannot open releases its port and data folder, and reports what to do", async () => {
  const port = await freePort();
  const DATA_DIR = path.join(folder, "data");
  const configuration = readConfiguration(
    { DATA_DIR, PORT: String(port), HOST: "127.0.0.1", SAMPLE_DATA: "off", LOG_LEVEL: "error" },
    installation,
  );
  // Its pages were never built.
  const opening = serve({ configuration, mode: "production", root: path.join(folder, "nothing") });
  await expect(opening).rejects.toThrow(/not built .* Run "npm run build"/);
  expect(await isFree(port)).toBe(true);
  expect(await folderOwner(DATA_DIR)).toBeNull();
});
