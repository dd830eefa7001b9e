import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderOwner } from "#stores";
import { freePort } from "../../tests/support/freePort";
import { readConfiguration } from "./configuration/configuration";
import { serve } from "./serve";

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
