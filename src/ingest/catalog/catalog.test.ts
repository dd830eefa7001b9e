import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogKindNames, catalogKinds, emptyCatalog } from "#domain/catalog";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { readDataVersion } from "../dataVersion";
import { readDirtyMarks } from "../observations/dirtyAssets";
import { bareAsset, bareParticipant } from "../testRows/bareRows";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { checkCatalog } from "./checkCatalog";
import { checkDenominations } from "./checkDenominations";
import { loadCatalog } from "./loadCatalog";
import { readCatalog } from "./readCatalog";

const CHECKSUMMED = "0x7712c34205737192402172409a8F7ccef8aA2AEc";

describe("readCatalog and checkCatalog", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-catalog-"));
    return () => rm(folder, { recursive: true, force: true });
  });
  const write = async (files: Record<string, readonly unknown[]>) => {
    for (const [name, rows] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(
        join(folder, name),
        rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"),
      );
    }
  };
  /** Problems with rows, as `file:line field: message`. */
  const problems = async () =>
    checkCatalog(await readCatalog(folder))
      .filter((p) => p.line > 0)
      .map((p) => `${p.file}:${p.line} ${p.field}: ${p.message}`);

  it("reads every file of a kind and finds no problem in a valid catalog", async () => {
    await write({
      "networks.jsonl": [network(1, "ethereum", { chain_id: 1 })],
      "assets/treasuries.jsonl": [asset(2331, "buidl")],
      "assets/stocks.jsonl": [asset(100_101, "acme", { asset_class: "stocks" })],
      "tokens/treasuries.jsonl": [token(100_201, "buidl", "ethereum", { address: CHECKSUMMED })],
    });
    const reading = await readCatalog(folder);
    expect(reading.catalog.assets.map((a) => a.slug)).toEqual(["acme", "buidl"]);
    expect(await problems()).toEqual([]);
    expect(checkCatalog(reading).map((p) => p.file)).toEqual([
      "issuers.jsonl",
      "jurisdictions.jsonl",
      "managers.jsonl",
      "platforms.jsonl",
      "service_providers.jsonl",
    ]);
  });

  it("checks the blocks of tokens, and that migrations lead from one contract to another", async () => {
    const OTHER = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
    const files = (rows: readonly object[]) => ({
      "networks.jsonl": [network(1, "ethereum", { chain_id: 1 })],
      "assets/treasuries.jsonl": [asset(2331, "buidl"), asset(100_102, "other")],
      "tokens/treasuries.jsonl": rows,
    });
    const old = { ...token(100_201, "buidl", "ethereum", { address: CHECKSUMMED }) };
    const next = { ...token(100_202, "buidl", "ethereum", { address: OTHER }), valid_from_block: 20 };
    const where = "tokens/treasuries.jsonl";
    await write(files([old, { ...next, deployed_block: 10, replaces: CHECKSUMMED.toLowerCase() }]));
    expect(await problems()).toEqual([]);
    await write(
      files([
        { ...old, valid_to_block: 20 },
        { ...next, replaces: CHECKSUMMED },
      ]),
    );
    expect(await problems()).toEqual([
      `${where}:1 valid_to_block: must be before 20, the first block of ${OTHER}, which replaces it`,
    ]);
    await write(
      files([
        { ...old, deployed_block: 9, valid_from_block: 5 },
        { ...next, valid_to_block: 19 },
      ]),
    );
    expect(await problems()).toEqual([
      `${where}:1 valid_from_block: must not be before deployed_block, 9`,
      `${where}:2 valid_to_block: must not be before valid_from_block, 20`,
    ]);
    await write(files([old, { ...next, valid_from_block: null, replaces: CHECKSUMMED }]));
    expect(await problems()).toEqual([
      `${where}:2 valid_from_block: is required with replaces (or deployed_block): the block from which it counts`,
    ]);
    await write(files([old, { ...next, replaces: OTHER }]));
    expect(await problems()).toEqual([`${where}:2 replaces: must be the address of another token`]);
    await write(files([old, { ...next, asset: "other", replaces: CHECKSUMMED }]));
    expect(await problems()).toEqual([
      `${where}:2 replaces: must be a token of other; ${CHECKSUMMED} is of buidl`,
    ]);
    await write(files([next, { ...old, replaces: `0x${"1".repeat(40)}`, deployed_block: 1 }]));
    expect(await problems()).toEqual([
      `${where}:2 replaces: there is no token 0x${"1".repeat(40)} on ethereum in the catalog`,
    ]);
    await write(
      files([
        { ...old, replaces: OTHER, deployed_block: 1 },
        { ...next, replaces: CHECKSUMMED },
      ]),
    );
    expect((await problems()).filter((one) => one.includes("circle"))).toHaveLength(2);
  });

  it("checks addresses: references, form, owners, and one label on a day", async () => {
    const OTHER = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
    const row = {
      id: 100_301,
      network: "ethereum",
      address: CHECKSUMMED,
      name: "Treasury",
      kind: "treasury",
      owner: "acme",
      owner_name: "Acme",
      source: "https://example.com/facts",
    };
    const where = "addresses/all.jsonl";
    const other = { ...row, id: 100_302, address: OTHER };
    const check = async (...rows: object[]) => {
      await write({
        "networks.jsonl": [network(1, "ethereum", { chain_id: 1 })],
        "assets/treasuries.jsonl": [asset(2331, "buidl")],
        "addresses/all.jsonl": rows,
      });
      return problems();
    };
    expect(await check(row, other)).toEqual([]);
    // A label of an asset beside one of all assets, and one after another.
    expect(
      await check(
        { ...row, to_date: "2025-12-31" },
        { ...row, id: 100_302, from_date: "2026-01-01", kind: "exchange" },
        { ...row, id: 100_303, asset: "buidl" },
      ),
    ).toEqual([]);
    expect(await check(row, { ...other, address: CHECKSUMMED })).toEqual([
      `${where}:2 address: already has a label on the same days in ${where} line 1`,
    ]);
    expect(
      await check(
        { ...row, network: "etherum", asset: "buidle" },
        { ...other, address: OTHER.toLowerCase(), owner_name: "ACME" },
      ),
    ).toEqual([
      `${where}:1 network: there is no network etherum in the catalog`,
      `${where}:1 asset: there is no asset buidle in the catalog`,
      `${where}:2 address: ${OTHER.toLowerCase()} has an invalid EIP-55 checksum; expected ${OTHER}`,
      `${where}:2 owner_name: must be Acme, as the catalog calls acme`,
    ]);
    expect(
      await check(
        { ...row, owner: null, kind: "vault" },
        { ...other, kind: "pool", owner: null, owner_name: null },
        { ...other, id: 100_303, from_date: "2026-02-01", to_date: "2026-01-01" },
      ),
    ).toEqual([
      expect.stringContaining(`${where}:1 kind: `),
      `${where}:2 owner: is required for a pool: the protocol that it belongs to`,
      `${where}:3 to_date: must not be before from_date, 2026-02-01`,
    ]);
  });

  it("rejects control characters and unpaired surrogates in any text of a row", async () => {
    await write({
      "networks.jsonl": [network(1, "ethereum")],
      "assets/all.jsonl": [
        asset(100_101, "nul", { name: "Fund\u0000" }),
        asset(100_102, "lines", { description: "One\nTwo" }),
        asset(100_103, "half", { ticker: "A\ud83d" }),
        { ...asset(100_104, "nested"), service_providers: [{ provider: "a\u001bb", role: "custodian" }] },
        asset(100_105, "sound", { name: "Fondo “Ñandú” 😀 – 5 %" }),
      ],
      "news.jsonl": [
        {
          ...{ id: 100_301, title: "A\u0085B", publisher: "Desk", published: "2026-02-01T09:30:00Z" },
          source: "https://news.example/1",
        },
      ],
    });
    const reading = await readCatalog(folder);
    expect(reading.catalog.assets.map(({ slug }) => slug)).toEqual(["sound"]);
    expect(await problems()).toEqual([
      "assets/all.jsonl:1 name: contains a control character (U+0000)",
      "assets/all.jsonl:2 description: contains a control character (U+000A)",
      "assets/all.jsonl:3 ticker: contains half of a character (U+D83D)",
      "assets/all.jsonl:4 service_providers.0.provider: contains a control character (U+001B)",
      "assets/all.jsonl:4 service_providers.0.provider: must be lower-case words joined by single hyphens",
      "news.jsonl:1 title: contains a control character (U+0085)",
    ]);
  });

  it("suggests corrections of a mistyped slug or denomination", async () => {
    await write({
      "issuers.jsonl": [{ ...bareParticipant, id: 100_401, slug: "acme-capital", name: "Acme Capital" }],
      "assets/all.jsonl": [
        asset(100_101, "one", { issuer: "acme-capitl" }),
        asset(100_102, "two", { denomination: "USDD" }),
        asset(100_103, "three", { denomination: "XAU" }),
      ],
    });
    expect(await problems()).toEqual([
      "assets/all.jsonl:1 issuer: there is no issuer acme-capitl in the catalog; did you mean acme-capital?",
    ]);
    expect(checkDenominations(await readCatalog(folder))).toEqual([
      {
        ...{ file: "assets/all.jsonl", line: 2, field: "denomination" },
        message: "USDD is neither an ISO 4217 currency code nor one of XAU, XAG, XPT, XPD, CNH, TCO2, U3O8",
      },
    ]);
  });

  it("reads files that begin with a byte order mark", async () => {
    await write({ "networks.jsonl": [`\uFEFF${JSON.stringify(network(1, "ethereum"))}`] });
    expect(await problems()).toEqual([]);
    expect((await readCatalog(folder)).catalog.networks).toHaveLength(1);
  });

  it("reports every mistake of every row, with file, line and field", async () => {
    await write({
      "networks.jsonl": [
        network(1, "ethereum", { chain_id: 1 }),
        "",
        "{not json",
        { ...network(100_002, "x"), color: "red" },
      ],
      "assets/a.jsonl": [
        asset(100_101, "alpha"),
        asset(100_101, "alpha", { platform: "nowhere" }),
        { ...asset(100_103, "gamma"), asset_class: "houses" },
        asset(58, "ousg"),
        asset(63, "delta"),
        asset(99, "own"),
      ],
      "tokens/a.jsonl": [
        token(100_201, "alpha", "ethereum", { address: CHECKSUMMED.toLowerCase() }),
        token(100_202, "alpha", "ethereum", { address: CHECKSUMMED }),
        token(100_203, "zeta", "mars", { address: "0x12", standard: "ERC-20" }),
        token(100_204, "alpha", "ethereum", { address: "0x12", standard: "ERC-20", decimals: 30 }),
      ],
    });
    expect(await problems()).toEqual([
      "assets/a.jsonl:2 id: 100101 is already used in assets/a.jsonl line 1",
      "assets/a.jsonl:2 slug: alpha is already used in assets/a.jsonl line 1",
      "assets/a.jsonl:2 platform: there is no platform nowhere in the catalog",
      expect.stringMatching(
        /^assets\/a\.jsonl:3 asset_class: there is no asset class houses in the catalog; use one of stablecoins, /,
      ),
      "assets/a.jsonl:4 id: ousg must keep its published id 57; it has 58",
      "assets/a.jsonl:5 id: the id 63 is reserved for benji",
      "assets/a.jsonl:6 id: the id must be above 100000; it is 99",
      expect.stringContaining("networks.jsonl:3 : not a JSON object"),
      "networks.jsonl:4 color: must be a lower-case #rrggbb colour",
      `tokens/a.jsonl:1 address: ${CHECKSUMMED.toLowerCase()} has an invalid EIP-55 checksum; expected ${CHECKSUMMED}`,
      `tokens/a.jsonl:2 address: ethereum/${CHECKSUMMED.toLowerCase()} is already used in tokens/a.jsonl line 1`,
      "tokens/a.jsonl:3 asset: there is no asset zeta in the catalog",
      "tokens/a.jsonl:3 network: there is no network mars in the catalog",
      "tokens/a.jsonl:4 address: 0x12 is not an EVM address (0x and 40 hex digits)",
      "tokens/a.jsonl:4 decimals: 30 decimals are implausible for an ERC-20 token",
    ]);
  });
});

describe("rows that name a country, of any kind", () => {
  const known: Readonly<Record<string, unknown>> = {
    ...bareAsset,
    ...bareParticipant,
    id: 100_101,
    slug: "one",
    name: "One",
    ticker: "ONE",
    asset_class: "treasuries",
    roles: ["bank"],
    jurisdiction: "ZZ",
  };
  const kinds = catalogKindNames.filter((kind) => "jurisdiction" in catalogKinds[kind].schema.shape);

  it.each(kinds)("are reported where it is not in the catalog: %s", (kind) => {
    const { schema } = catalogKinds[kind];
    const names = Object.keys(schema.shape).filter((name) => name in known);
    const row = schema.parse(Object.fromEntries(names.map((name) => [name, known[name]])));
    const catalog = { ...emptyCatalog, [kind]: [row] };
    const found = checkCatalog({ catalog, problems: [], missing: [], origins: new Map() });
    expect(found).toMatchObject([
      {
        field: "jurisdiction",
        message: "there is no jurisdiction ZZ in the catalog; use a country code of jurisdictions.jsonl",
      },
    ]);
  });
});

describe("corporate groups", () => {
  const source = "https://example.org/about";
  const issuer = (id: number, slug: string, group: { slug: string; name: string } | null) =>
    catalogKinds.issuers.schema.parse({
      ...bareParticipant,
      id,
      slug,
      name: slug,
      group: group && { ...group, source },
    });

  it("have a single name, and never the slug of a firm outside them", () => {
    const issuers = [
      issuer(100_101, "acme-europe", { slug: "acme", name: "Acme" }),
      issuer(100_102, "acme-asia", { slug: "acme", name: "ACME" }),
      issuer(100_103, "acme", null),
      issuer(100_104, "other", null),
    ];
    const catalog = { ...emptyCatalog, issuers };
    const found = checkCatalog({ catalog, problems: [], missing: [], origins: new Map() });
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      "group.name: must be Acme, as other rows call the group acme",
      "group: is required, since other rows name acme as their group",
    ]);
  });
});

describe("addresses on Tron", () => {
  const tron = network(100_005, "tron");
  const problemsWith = (address: string) => {
    const row = token(100_202, "alpha", "tron", { address, standard: "TRC-20" });
    const catalog = catalogOf({
      networks: [{ ...tron, virtual_machine: "TVM" }],
      assets: [asset(100_101, "alpha")],
      tokens: [row],
    });
    return checkCatalog({ catalog, problems: [], missing: [], origins: new Map() }).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  };

  it("are rejected in hexadecimal, where the same contract could be listed twice, and with a mistyped letter", () => {
    expect(problemsWith("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toEqual([]);
    for (const wrong of [
      "0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C",
      "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s",
      "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    ]) {
      expect(problemsWith(wrong)).toEqual([
        `address: ${wrong} is not a Tron address in Base58Check (T and 33 letters)`,
      ]);
    }
  });
});

describe("evidence in a catalog", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-evidence-"));
    return () => rm(folder, { recursive: true, force: true });
  });
  const fact = (id: number, extra: object = {}) => ({
    id,
    asset: "alpha",
    kind: "credit_rating",
    state: "known",
    rating: "AA",
    document: "Report",
    publisher: "Agency",
    source: "https://example.org/report",
    ...extra,
  });

  it("is reported by file, line, field and reason where it is invalid", async () => {
    await mkdir(join(folder, "evidence"));
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "assets/a.jsonl"), JSON.stringify(asset(100_101, "alpha")));
    const lines = [
      fact(100_301),
      fact(100_301),
      fact(100_302, { attestor: "Firm" }),
      fact(100_303, { source: "report.pdf" }),
      fact(100_304, { asset: "beta" }),
      "{",
      fact(100_305, { kind: "eligibility", rating: null, countries_out: ["CU"] }),
    ];
    await writeFile(
      join(folder, "evidence/alpha.jsonl"),
      lines.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n"),
    );
    const found = checkCatalog(await readCatalog(folder)).filter((p) => p.line > 0);
    expect(found.map((p) => `${p.file}:${p.line} ${p.field}: ${p.message}`)).toEqual([
      "evidence/alpha.jsonl:2 id: 100301 is already used in evidence/alpha.jsonl line 1",
      "evidence/alpha.jsonl:3 attestor: does not apply to credit_rating; use one of rating_agency, rating, rating_subject",
      "evidence/alpha.jsonl:4 source: must be a URL",
      "evidence/alpha.jsonl:5 asset: there is no asset beta in the catalog",
      "evidence/alpha.jsonl:5 asset: evidence about beta belongs in evidence/beta.jsonl",
      expect.stringContaining("evidence/alpha.jsonl:6 : not a JSON object"),
      "evidence/alpha.jsonl:7 countries_out: there is no jurisdiction CU in the catalog",
    ]);
  });

  it("can be absent", async () => {
    const missing = checkCatalog(await readCatalog(folder)).map(({ file }) => file);
    expect(missing).toContain("assets/*.jsonl");
    expect(missing).not.toContain("evidence/*.jsonl");
  });
});

describe("citations in a catalog", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-citations-"));
    return () => rm(folder, { recursive: true, force: true });
  });
  const citation = (id: number, extra: object = {}) => ({
    id,
    title: "Tokenized funds grow",
    publisher: "Example Weekly",
    medium: "article",
    source: `https://example.org/${id}`,
    ...extra,
  });

  it("are reported by line, field and reason where they are invalid", async () => {
    const lines = [
      citation(100_301, { published: "2026-02", authors: ["A. Writer"], quote: "As Cadastre shows…" }),
      citation(100_302, { published: "last week" }),
      citation(100_303, { medium: "tweet" }),
      citation(100_304, { assets: ["nothing"] }),
      citation(100_305, { source: "https://example.org/100301" }),
      citation(100_306, { source: "javascript:alert(1)" }),
      citation(100_307, { title: undefined, publisher: 7 }),
    ];
    await writeFile(join(folder, "citations.jsonl"), lines.map((one) => JSON.stringify(one)).join("\n"));
    const reading = await readCatalog(folder);
    expect(reading.catalog.citations.map(({ id }) => id)).toEqual([100_301, 100_304, 100_305]);
    const found = checkCatalog(reading).filter((p) => p.line > 0);
    expect(found.map((p) => `${p.line} ${p.field}: ${p.message}`)).toEqual([
      "2 published: must be a date from 1900 to 2299: 2025, 2025-05 or 2025-05-31",
      expect.stringMatching(/^3 medium: must be one of article, /),
      "4 assets.0: there is no asset nothing in the catalog",
      "5 source: https://example.org/100301 is already used in citations.jsonl line 1",
      "6 source: must be a URL",
      "7 title: is required",
      "7 publisher: must be a string",
    ]);
  });

  it("can be absent", async () => {
    expect(checkCatalog(await readCatalog(folder)).map(({ file }) => file)).not.toContain("citations.jsonl");
  });
});

describe("loadCatalog", () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await openTestStore();
  });
  afterAll(() => test.close());

  it("mirrors the catalog, does nothing if it is unchanged, and marks observed assets if it has changed", async () => {
    const first = catalogOf({ networks: [network(1, "ethereum")], assets: [asset(101, "alpha")] });
    const before = await readDataVersion(test.store);
    expect(await loadCatalog(test.store, first)).toBe(true);
    const loaded = await readDataVersion(test.store);
    expect(loaded).toBeGreaterThan(before);
    expect(await loadCatalog(test.store, first)).toBe(false);
    expect(await readDataVersion(test.store)).toBe(loaded);

    const writer = createObservationWriter(test.store, { sourceId: 1, isSample: true });
    writer.add({ assetId: 101, listingId: 1011, metricId: 100001, date: "2024-01-01", value: 1 });
    await writer.flush();
    await test.store.run("TRUNCATE TABLE dirty_assets");
    const second = { ...first, tokens: [token(1011, "alpha", "ethereum")] };
    expect(await loadCatalog(test.store, second)).toBe(true);
    expect(await readDataVersion(test.store)).toBeGreaterThan(loaded);
    expect((await readDirtyMarks(test.store)).map((mark) => mark.assetId)).toEqual([101]);
    expect(
      await test.store.rows("SELECT id, slug, network_id, is_asset_level FROM dim_tokens ORDER BY id"),
    ).toEqual([
      { id: 1011, slug: "alpha-ethereum", network_id: 1, is_asset_level: false },
      { id: 2_000_000_101, slug: "alpha-all", network_id: null, is_asset_level: true },
    ]);
    expect(await test.store.rows("SELECT name FROM system.tables WHERE name LIKE '%_next'")).toEqual([]);
  });

  it("marks no asset if only names, addresses or groups changed, and all days of those whose deployments did", async () => {
    await test.reset();
    const tokens = [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")];
    const first = catalogOf({
      networks: [network(1, "ethereum")],
      assets: [asset(101, "alpha"), asset(102, "beta")],
      tokens,
    });
    await loadCatalog(test.store, first);
    const writer = createObservationWriter(test.store, { sourceId: 1, isSample: true });
    for (const [assetId, listingId] of [
      [101, 1011],
      [102, 1021],
    ] as const) {
      writer.add({ assetId, listingId, metricId: 100001, date: "2024-01-01", value: 1 });
    }
    await writer.flush();
    await test.store.run("TRUNCATE TABLE dirty_assets");
    const renamed = { ...first, assets: [asset(101, "alpha", { name: "Renamed" }), asset(102, "beta")] };
    expect(await loadCatalog(test.store, renamed)).toBe(true);
    expect(await readDirtyMarks(test.store)).toEqual([]);
    const deployed = tokens.map((one) => (one.id === 1021 ? { ...one, deployed_date: "2023-05-01" } : one));
    expect(await loadCatalog(test.store, { ...renamed, tokens: deployed })).toBe(true);
    expect(await readDirtyMarks(test.store)).toMatchObject([{ assetId: 102, from: "1900-01-01" }]);
  });

  it("gives stored transactions the decimals of their tokens", async () => {
    const move = {
      timestamp: "2026-02-02 12:30:00",
      kind: "transfer",
      symbol: "X",
      amount_token: "1",
      version: 1,
    };
    await test.store.insert(
      "transactions",
      [1012, 1013, 1014].map((id) => ({
        ...move,
        id: `ethereum:0x${id}:1`,
        token_id: id,
        transaction_hash: `0x${id}`,
        token_decimals: id === 1013 ? 18 : null,
      })),
    );
    const catalog = catalogOf({
      networks: [network(1, "ethereum")],
      assets: [asset(102, "beta")],
      tokens: [
        token(1012, "beta", "ethereum", { decimals: 6 }),
        token(1013, "beta", "ethereum", { decimals: 8 }),
        token(1014, "beta", "ethereum", { decimals: null }),
      ],
    });
    expect(await loadCatalog(test.store, catalog)).toBe(true);
    expect(
      await test.store.rows("SELECT token_id, token_decimals FROM transactions FINAL ORDER BY token_id"),
    ).toEqual([
      { token_id: 1012, token_decimals: 6 },
      { token_id: 1013, token_decimals: 8 },
      { token_id: 1014, token_decimals: null },
    ]);
  });
});
