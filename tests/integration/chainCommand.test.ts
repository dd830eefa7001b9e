/** `cadastre chain sync` and the hourly job of a running product, with a real node. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { writeLocalCatalog } from "../support/localCatalog";
import { cadastre, type Product, startProduct } from "../support/product";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";

describe.skipIf(missing !== "")("reading nodes with the product", () => {
  let node: EvmNode;
  let chain: TestChain;
  let product: Product;
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-chain-"));
  const env = () => ({
    SAMPLE_DATA: "off",
    CATALOG_DIR: folder,
    BUNDLED_CATALOG: "reference",
    RPC_ENDPOINTS: `local=${node.url}`,
    LEDGER_ASSETS: "local-fund",
  });
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, { seed: Date.now(), tokens: 1, blocks: 40, interval: 4 * 3_600 });
    await node.rpc("anvil_mine", ["0x900", "0x1"]);
    writeLocalCatalog(folder, chain.tokens[0] ?? "");
    product = await startProduct({ env: env() });
  });
  afterAll(async () => {
    await product?.remove();
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("publishes the figures of closed days, once", async () => {
    const result = await product.cadastre("chain", "sync");
    expect(result.code).toBe(0);
    expect(result.stdout).toMatch(
      /^local: 1 token, .* read, up to block 2,281; figures up to 2025-01-0\d\.$/m,
    );
    const again = await product.cadastre("chain", "sync", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({
      networks: [{ network: "local", tokens: 1, error: null, blocks: 0, failures: [], skipped: [] }],
      figures: 0,
    });
    const page = await (await fetch(`${product.url}/assets/local-fund`)).text();
    expect(page).toContain("Local ledger");
  });

  it("shows what was read, compares it with the contract, and reads it again", async () => {
    const status = await product.cadastre("chain", "status");
    expect(status.stdout).toMatch(
      /^local: 1 endpoint, 1 token\.\n {2}LF \(0x\w{40}\): read up to block 2,281 of 2025-01-\d\d; \d+ transfers; figures up to 2025-01-\d\d; last read from http:\S+; not compared with its contract yet\.$/m,
    );
    const verified = await product.cadastre("chain", "verify", "local-fund");
    expect(verified.code).toBe(0);
    expect(verified.stdout).toMatch(
      /^local, LF \(0x\w{40}\) at block 2,281: supply, \d+ balances and \d ranges? compared, all equal\.$/m,
    );
    const compared = await product.cadastre("chain", "status");
    expect(compared.stdout).toMatch(
      /; equal to its contract at block 2,281 \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)\.$/m,
    );
    // Otherwise the hourly job could read again between the commands.
    await product.cadastre("chain", "pause", "local");
    const rewound = await product.cadastre("chain", "rewind", "local", "0");
    expect(rewound.stdout).toMatch(/^LF \(0x\w{40}\): blocks from 0 on are read again\.$/m);
    expect((await product.cadastre("chain", "status")).stdout).toContain("nothing has been read yet");
    const plan = await product.cadastre("chain", "plan", "--quota", "1");
    expect(plan.code).toBe(1);
    expect(plan.stdout).toMatch(
      /^local: 1 token, 2,282 blocks to read up to block 2,281\.\n {2}http:\S+: about 1 request with 3 calls, \d+ transfers and \d+ s\.\n {4}A quota of 1 call does not last: 3 times as many are needed\. Use another endpoint, or fewer assets\.$/m,
    );
    expect((await product.cadastre("chain", "plan", "local", "--quota", "1,000")).code).toBe(1);
    expect((await product.cadastre("chain", "plan", "local", "--quota", "1000")).stdout).toContain(
      "A quota of 1,000 calls lasts.",
    );
    const unread = await product.cadastre("chain", "verify", "--json");
    expect(unread.code).toBe(1);
    expect(JSON.parse(unread.stdout)).toMatchObject({
      tokens: [{ supply: null, problems: ["Nothing of it has been read yet."] }],
    });
    await product.cadastre("chain", "resume", "local");
    const page = await (await fetch(`${product.url}/assets/local-fund`)).text();
    expect(page).toContain("Local ledger");
    const again = await product.cadastre("chain", "sync", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({
      figures: 0,
      networks: [{ error: null, lastDay: expect.any(String) }],
    });
    const unknown = await product.cadastre("chain", "verify", "other");
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain(
      'LEDGER_ASSETS has no token that is "other" or of an asset with this slug',
    );
    const misspelt = await product.cadastre("chain", "rewind", "local", "0", "local-fond");
    expect(misspelt.code).toBe(1);
    expect(misspelt.stderr).toContain('LEDGER_ASSETS has no token that is "local-fond"');
    for (const block of ["-1", "1.5", "two"]) {
      expect((await product.cadastre("chain", "rewind", "local", "--", block)).code).toBe(1);
    }
    const later = await product.cadastre("chain", "rewind", "local", "1000000");
    expect(later).toMatchObject({ code: 0, stdout: "Nothing has been read from this block on.\n" });
  });

  it("does not read a network that is paused, and records who has paused it", async () => {
    const paused = await product.cadastre("chain", "pause", "local");
    expect(paused).toMatchObject({
      code: 0,
      stdout: "local is paused: it is not read until it is resumed.\n",
    });
    const skipped = await product.cadastre("chain", "sync");
    expect(skipped.code).toBe(0);
    expect(skipped.stdout).toMatch(
      /^local: not read, since it is paused \(operator \(.+\), \d{4}-\d\d-\d\d\)\. Use cadastre chain resume local, or --include-paused to read it once\.$/m,
    );
    expect((await product.cadastre("chain", "status")).stdout).toMatch(
      /^ {2}Paused since \d{4}-\d\d-\d\d \d\d:\d\d UTC \(operator \(.+\)\): it is not read\.$/m,
    );
    const included = await product.cadastre("chain", "sync", "local", "--include-paused");
    expect(included.stdout).toMatch(/^local: 1 token, 0 transfers in 0 blocks read, up to block 2,281;/m);
    const resumed = await product.cadastre("chain", "resume", "local");
    expect(resumed.stdout).toBe("local is read again, every hour.\n");
    expect((await product.cadastre("chain", "resume", "local")).stdout).toBe("local was not paused.\n");
    expect((await product.cadastre("chain", "sync")).stdout).toMatch(/^local: 1 token/m);
  });

  it("refuses networks that have no endpoint or are not EVM networks of the catalog", async () => {
    const other = { DATA_DIR: product.dataDir, ...env() };
    const commands = (network: string) => [
      ["status", network],
      ["rewind", network, "0"],
      ["pause", network],
      ["resume", network],
    ];
    for (const command of commands("ethereum")) {
      const { code, stderr } = await product.cadastre("chain", ...command);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('RPC_ENDPOINTS has no endpoint of "ethereum", only of local.'),
      ]);
    }
    await product.stop();
    for (const name of ["bitcoin", "no-such-network"]) {
      const settings = { ...other, RPC_ENDPOINTS: `${name}=${node.url}` };
      for (const command of [...commands(name), ["verify"]]) {
        const { code, stderr } = await cadastre(["chain", ...command], settings);
        expect([code, stderr]).toEqual([
          1,
          expect.stringContaining(
            `RPC_ENDPOINTS names "${name}", which is not an EVM network of the catalog.`,
          ),
        ]);
      }
    }
    product = await startProduct({ env: env(), dataDir: product.dataDir });
  });

  it("names what is missing in the settings, and shows no path of a node", async () => {
    const settings = await cadastre(["config"], {
      DATA_DIR: folder,
      ...env(),
      RPC_ENDPOINTS: "local=https://node.example/v2/secret-key?x=1",
    });
    expect(settings.stdout).toContain("local=https://node.example/****");
    expect(settings.stdout).not.toContain("secret-key");
    const wrong = await cadastre(["config"], {
      DATA_DIR: folder,
      ...env(),
      RPC_ENDPOINTS: "local=secret-key",
    });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("RPC_ENDPOINTS: entry 1 has no http or https URL after local=");
    expect(wrong.stderr).not.toContain("secret-key");
    const unknown = await product.cadastre("chain", "sync", "ethereum");
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('RPC_ENDPOINTS has no endpoint of "ethereum", only of local.');
  });

  it("lists transfers of the newest blocks as not final while it runs", async () => {
    const marks = async (path: string) =>
      (await (await fetch(`${product.url}${path}`)).text()).split("Not final").length - 1;
    expect(await marks("/transactions")).toBe(0);
    await chain.grow(3);
    await expect.poll(() => marks("/transactions"), { timeout: 90_000, interval: 1_000 }).toBeGreaterThan(0);
    expect(await marks("/assets/local-fund")).toBeGreaterThan(0);
  });

  it("reports a node that cannot be used, and exits with code 1", async () => {
    await node.stop();
    const result = await product.cadastre("chain", "sync");
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("Not read to the end: No endpoint can be used.");
    expect((await product.cadastre("chain", "status")).stdout).toMatch(
      /^ {2}Not read to the end at \d{4}-\d\d-\d\d \d\d:\d\d UTC: No endpoint can be used\./m,
    );
  });
});
