/** Files of a catalog with one network and one asset, whose token is a contract of a local node. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getAddress } from "viem";
import { bareAsset, bareNetwork, bareToken } from "../../src/ingest/testRows/bareRows";

/** @param address of the token */
export function writeLocalCatalog(folder: string, address: string): void {
  const write = (file: string, row: object) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${JSON.stringify(row)}\n`);
  };
  write("networks.jsonl", {
    ...bareNetwork,
    id: 1_000_001,
    slug: "local",
    name: "Local",
    color: "#123456",
    chain_id: 31_337,
  });
  write("assets/treasuries.jsonl", {
    ...bareAsset,
    id: 1_000_001,
    slug: "local-fund",
    name: "Local Fund",
    ticker: "LF",
    asset_class: "treasuries",
  });
  write("tokens/treasuries.jsonl", {
    ...bareToken,
    id: 1_000_001,
    asset: "local-fund",
    network: "local",
    symbol: "LF",
    address: getAddress(address),
    decimals: null,
    standard: "ERC-20",
  });
}
