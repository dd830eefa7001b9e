/** Networks at /admin/data in a real browser, with a real node: progress, results, pause, resume and retry. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { problemsInBothThemes } from "../support/expectFit";
import { writeLocalCatalog } from "../support/localCatalog";
import { untilFrameHydrated } from "../support/openPage";
import { type PeopleBrowser, startPeopleBrowser } from "../support/peopleBrowser";
import { type RpcProxy, startRpcProxy } from "../support/rpcProxy";
import { saveScreenshot } from "../support/saveScreenshot";
import { overflow } from "../support/screenProblems";
import { generateChain } from "../support/testChain";

const administrator = "operator@desk.example";
const missing = inject("browserMissing") || ((await evmNodeBinary()) === null ? EVM_NODE_MISSING : "");

describe.skipIf(missing !== "")("the networks of the ledger", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cadastre-networks-"));
  let node: EvmNode;
  let proxy: RpcProxy;
  let people: PeopleBrowser;
  let page: Page;
  beforeAll(async () => {
    node = await startEvmNode();
    const chain = await generateChain(node, { seed: 7, tokens: 1, blocks: 40, interval: 4 * 3_600 });
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
    proxy = await startRpcProxy(node.url);
    writeLocalCatalog(folder, chain.tokens[0] ?? "");
    people = await startPeopleBrowser({
      ADMIN_EMAILS: administrator,
      CATALOG_DIR: folder,
      BUNDLED_CATALOG: "reference",
      RPC_ENDPOINTS: `local=${proxy.url}/v2/secret-key ethereum=${proxy.url}/other`,
      LEDGER_ASSETS: "local-fund",
    });
  });
  const openData = async () => {
    ({ page } = await people.open({ viewport: { width: 1280, height: 900 } }));
    await people.signInKnown(page, administrator, "/admin/data");
    await untilFrameHydrated(page);
  };
  afterAll(async () => {
    await people?.close();
    await proxy?.stop();
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const region = () => page.getByRole("region", { name: "Ledger of transfers" });
  const local = () => region().getByRole("listitem", { name: /^Local/ });
  const job = () =>
    page.getByRole("region", { name: "Jobs" }).getByRole("row", { name: "Ledger of transfers" });
  const press = (name: string) => local().getByRole("button", { name, exact: true }).press("Enter");

  it("show what was read and from where, and why one could not be read", async () => {
    await openData();
    await local().getByText("Up to date").waitFor();
    const text = await local().textContent();
    expect(text).toMatch(/Tokens1/);
    expect(text).toMatch(/Final blocks read100%, up to block 73Last reading\d+ transfers in 74 blocks/);
    expect(text).toMatch(/Endpoints usedhttp:\/\/127\.0\.0\.1:\d+/);
    expect(text).toContain("Compared with contractsNot yet");
    const ethereum = region().getByRole("listitem", { name: /^Ethereum/ });
    await ethereum.getByText("No endpoint can be used.").waitFor();
    await ethereum
      .getByText(/Its chain id is 31337, not 1\./)
      .first()
      .waitFor();
    expect(await page.content()).not.toContain("secret-key");
    // The job counts as failed, since one network could not be read.
    await job().getByText("Failed", { exact: true }).waitFor();
    await job().getByText("1 of 2 networks could not be read to the end.").waitFor();
    await people.product.cadastre("chain", "verify", "local-fund");
    await local().getByText("1 token equal").waitFor();
    await saveScreenshot(page, "networks");
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await overflow(page)).toBe(0);
    await saveScreenshot(page, "networks-320");
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("are paused and resumed by keyboard, and stay paused for commands", async () => {
    await openData();
    await press("Pause Local");
    await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).press("Enter");
    await local().getByText(`Paused by ${administrator}`).waitFor();
    await press("Plan the reading of Local");
    await local().getByText("Plan: 0 blocks to read for 1 token.").waitFor();
    const sync = await people.product.cadastre("chain", "sync", "local");
    expect(sync.stdout).toContain(`local: not read, since it is paused (${administrator},`);
    await press("Resume Local");
    await local().getByText("Up to date").waitFor();
    expect(await local().getByText("Paused by").count()).toBe(0);
  });

  it("show progress while they are read, end at once when paused, and show why they failed", async () => {
    await openData();
    proxy.behaviour = { respond: () => true };
    await press("Read Local now");
    await local().getByText("Reading", { exact: true }).waitFor();
    await saveScreenshot(page, "networks-reading");
    expect(await accessibilityProblems(page)).toEqual([]);
    await press("Pause Local");
    await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).press("Enter");
    await local().getByText("Paused", { exact: true }).waitFor();
    proxy.behaviour = { refuse: () => ({ error: { message: "invalid api key secret-key" } }) };
    await press("Resume Local");
    await local().getByText("Failed", { exact: true }).waitFor();
    await local().getByText("invalid api key ****").first().waitFor();
    await saveScreenshot(page, "networks-failed");
    proxy.behaviour = {};
    await press("Retry Local now");
    await local().getByText("Up to date").waitFor();
    await page.goto("/admin/audit_log");
    await page.getByText("resume ledger").first().waitFor();
    expect(await page.getByText("pause ledger").count()).toBe(2);
    expect(await page.getByText("read ledger").count()).toBe(4);
  });
});
