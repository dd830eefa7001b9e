import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addCatalogRow } from "./addCatalogRow";
import { checkCatalog } from "./checkCatalog";
import { readCatalogFolders } from "./readCatalogFolders";

const bundled = path.join(import.meta.dirname, "../../../catalog");

let own: string;
beforeEach(() => {
  own = mkdtempSync(path.join(os.tmpdir(), "cadastre-own-catalog-"));
});
afterEach(() => rmSync(own, { recursive: true, force: true }));

const folders = () => ({ own, bundled: { folder: bundled, kinds: null } });
const asset = {
  name: "Firm Treasury Fund",
  slug: "firm-treasury-fund",
  ticker: "FTF",
  asset_class: "treasuries",
  distribution: "distributed",
  source: "https://firm.example/fund",
};
const token = { network: "ethereum", address: "0x0000000000000000000000000000000000000001", decimals: 18 };
const linesOf = async (file: string) =>
  (await readFile(path.join(own, file), "utf8"))
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
const write = async (file: string, rows: readonly object[]) => {
  await mkdir(path.dirname(path.join(own, file)), { recursive: true });
  await writeFile(path.join(own, file), rows.map((row) => JSON.stringify(row)).join("\n"));
};

describe("addCatalogRow", () => {
  it("appends rows with ids above a million, in addition to the bundled catalog", async () => {
    const first = await addCatalogRow(folders(), { asset, token });
    expect(first.files).toEqual([path.join(own, "assets/own.jsonl"), path.join(own, "tokens/own.jsonl")]);
    await addCatalogRow(folders(), { asset: { ...asset, slug: "second", ticker: "TWO" }, token: null });
    const { address } = { address: "0x0000000000000000000000000000000000000002" };
    await addCatalogRow(folders(), {
      asset: null,
      token: { ...token, asset: "usdc", network: "polygon", address, symbol: "X", source: asset.source },
    });
    expect(await linesOf("assets/own.jsonl")).toMatchObject([
      { id: 1_000_001, slug: "firm-treasury-fund", platform: null },
      { id: 1_000_002, slug: "second" },
    ]);
    expect(await linesOf("tokens/own.jsonl")).toMatchObject([
      { id: 1_000_001, asset: "firm-treasury-fund", symbol: "FTF", network: "ethereum" },
      { id: 1_000_002, asset: "usdc", network: "polygon" },
    ]);
    const reading = await readCatalogFolders(folders());
    expect(checkCatalog(reading)).toEqual([]);
    expect(reading.catalog.assets.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(["usdc", "firm-treasury-fund", "second"]),
    );
  });

  it.each([
    [{ ...asset, asset_class: "treasury" }, token, "asset_class: must be one of stablecoins, treasuries,"],
    [{ ...asset, source: "our website" }, token, "source: "],
    [{ ...asset, issuer: "nowhere" }, token, "issuer: there is no issuer nowhere in the catalog"],
    [
      { ...asset, slug: "usdc" },
      token,
      "slug: usdc is already used in the bundled assets/stablecoins.jsonl line",
    ],
    [asset, { ...token, network: "ethereal" }, "network: there is no network ethereal in the catalog"],
    [asset, { ...token, address: "0x12" }, "address: 0x12 is not an EVM address"],
    [asset, { ...token, decimals: "many" }, "decimals: "],
  ])("names the field that is wrong and writes nothing: %#", async (wrongAsset, wrongToken, message) => {
    await expect(addCatalogRow(folders(), { asset: wrongAsset, token: wrongToken })).rejects.toThrow(message);
    await expect(readFile(path.join(own, "assets/own.jsonl"))).rejects.toThrow("ENOENT");
  });
});

describe("readCatalogFolders", () => {
  it("replaces a bundled row of the same id and slug, and reports other uses of its id", async () => {
    const { catalog } = await readCatalogFolders({ own: bundled, bundled: null });
    const usdc = catalog.assets.find(({ slug }) => slug === "usdc");
    await write("assets/mine.jsonl", [{ ...usdc, name: "Our own name" }]);
    const replaced = await readCatalogFolders(folders());
    expect(checkCatalog(replaced)).toEqual([]);
    expect(replaced.catalog.assets.filter(({ slug }) => slug === "usdc")).toMatchObject([
      { name: "Our own name" },
    ]);
    expect(replaced.catalog.assets).toHaveLength(catalog.assets.length);

    await write("assets/mine.jsonl", [{ ...usdc, slug: "other" }]);
    expect(checkCatalog(await readCatalogFolders(folders()))).toEqual([
      expect.objectContaining({
        file: "assets/mine.jsonl",
        line: 1,
        field: "id",
        message: expect.stringContaining(
          `${usdc?.id} is already used in the bundled assets/stablecoins.jsonl`,
        ),
      }),
    ]);
  });

  it("takes only the kinds of the bundled catalog that are wanted, and reports a folder that does not exist", async () => {
    await write("assets/mine.jsonl", [
      {
        ...asset,
        id: 1_000_001,
        platform: null,
        issuer: null,
        manager: null,
        jurisdiction: "LU",
        description: null,
        website: null,
        inception_date: null,
        denomination: "EUR",
        is_investable: null,
      },
    ]);
    const wanted = { own, bundled: { folder: bundled, kinds: ["networks", "jurisdictions"] as const } };
    const reading = await readCatalogFolders(wanted);
    expect(checkCatalog(reading)).toEqual([]);
    expect(reading.catalog.assets.map(({ slug }) => slug)).toEqual(["firm-treasury-fund"]);
    expect([reading.catalog.platforms, reading.catalog.tokens]).toEqual([[], []]);
    expect(reading.catalog.networks.length).toBeGreaterThan(50);
    const absent = await readCatalogFolders({ ...wanted, own: path.join(own, "absent") });
    expect(checkCatalog(absent)).toMatchObject([{ file: path.join(own, "absent"), line: 0 }]);
  });
});
