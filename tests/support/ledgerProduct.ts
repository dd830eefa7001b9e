/** The product with an asset of its own, whose two tokens are on the same generated chain of two real nodes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { getAddress } from "viem";
import { bareAsset, bareNetwork, bareToken } from "../../src/ingest/testRows/bareRows";
import { type EvmNode, startEvmNode } from "./evmNode";
import { type Product, startProduct } from "./product";
import { type ChainTransfer, generateChain } from "./testChain";
import { zeroAddress } from "./tokenContract";

export const ledgerNetworks = ["local", "other"] as const;
export type LedgerNetwork = (typeof ledgerNetworks)[number];

export interface LedgerProduct {
  /** Starts the product on the same data, after the former one was stopped. */
  start(env?: Record<string, string>): Promise<Product>;
  /** Transfers of the token on a network, in order. */
  transfersOn(network: LedgerNetwork): readonly ChainTransfer[];
  /** Address of the token on a network, in lower case. */
  tokenOn(network: LedgerNetwork): string;
  /** Stops the nodes and removes all folders. Stop the product before. */
  close(): Promise<void>;
}

const DAY = 86_400;

/** Balances in the smallest unit at the end of the last closed day of a chain, the largest first. */
export function closedBalances(transfers: readonly ChainTransfer[]): [address: string, units: bigint][] {
  const lastDay = Math.floor(Math.max(...transfers.map(({ time }) => time)) / DAY) * DAY;
  const balances = new Map<string, bigint>();
  for (const { from, to, value, time } of transfers) {
    if (time >= lastDay) continue;
    balances.set(from, (balances.get(from) ?? 0n) - value);
    balances.set(to, (balances.get(to) ?? 0n) + value);
  }
  balances.delete(zeroAddress);
  return [...balances]
    .filter(([, units]) => units > 0n)
    .toSorted(([, one], [, other]) => (one > other ? -1 : 1));
}

export async function openLedgerProduct(): Promise<LedgerProduct> {
  const catalog = mkdtempSync(path.join(os.tmpdir(), "cadastre-ledger-catalog-"));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "cadastre-ledger-data-"));
  const nodes: EvmNode[] = [];
  const chains: Awaited<ReturnType<typeof generateChain>>[] = [];
  const write = (file: string, rows: readonly object[]) => {
    mkdirSync(path.dirname(path.join(catalog, file)), { recursive: true });
    writeFileSync(path.join(catalog, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  };
  for (const [index] of ledgerNetworks.entries()) {
    const node = await startEvmNode({ chainId: 31_337 + index });
    nodes.push(node);
    const seed = Date.now() + index;
    chains.push(await generateChain(node, { seed, tokens: 1, blocks: 60, interval: 4 * 3_600 }));
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
  }
  const tokenOn = (network: LedgerNetwork) => chains[ledgerNetworks.indexOf(network)]?.tokens[0] ?? "";
  write(
    "networks.jsonl",
    ledgerNetworks.map((slug, index) => ({
      ...bareNetwork,
      id: 1_000_001 + index,
      slug,
      name: slug === "local" ? "Local" : "Other",
      color: "#123456",
      chain_id: 31_337 + index,
      explorer_url: `https://${slug}.explorer.example`,
      explorer_name: "Explorer",
    })),
  );
  write("assets/treasuries.jsonl", [
    {
      ...bareAsset,
      ...{ id: 1_000_001, slug: "local-fund", name: "Local Fund", ticker: "LF", asset_class: "treasuries" },
    },
  ]);
  write(
    "tokens/treasuries.jsonl",
    ledgerNetworks.map((network, index) => ({
      ...bareToken,
      ...{ id: 1_000_001 + index, asset: "local-fund", network, symbol: "LF", standard: "ERC-20" },
      address: getAddress(tokenOn(network)),
      decimals: null,
    })),
  );
  return {
    start: (env = {}) =>
      startProduct({
        dataDir,
        env: {
          SAMPLE_DATA: "off",
          TRUST_PROXY: "1",
          CATALOG_DIR: catalog,
          BUNDLED_CATALOG: "reference",
          RPC_ENDPOINTS: ledgerNetworks.map((slug, index) => `${slug}=${nodes[index]?.url}`).join(" "),
          LEDGER_ASSETS: "local-fund",
          ...env,
        },
      }),
    transfersOn: (network) => chains[ledgerNetworks.indexOf(network)]?.transfers ?? [],
    tokenOn,
    close: async () => {
      for (const node of nodes) await node.stop();
      for (const folder of [catalog, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
