import { describe, expect, it } from "vitest";
import { createNetworkFinder } from "./networkFinder";

const network = (id: number, slug: string, chain_id: number | null, extra = {}) => ({
  id,
  slug,
  name: slug,
  aliases: [] as string[],
  chain_id,
  explorer_url: null as string | null,
  ...extra,
});
const networks = [
  network(1, "ethereum", 1, { aliases: ["eth", "mainnet"], explorer_url: "https://etherscan.io" }),
  network(3, "polygon", 137, { name: "Polygon PoS" }),
  network(4, "optimism", 10, { aliases: ["op"], name: "OP Mainnet" }),
  network(10, "base", 8453, { explorer_url: "https://basescan.org" }),
  network(11, "arbitrum", 42161, { aliases: ["arbitrum-one"] }),
  network(100003, "bnb-chain", 56, { aliases: ["bsc"], name: "BNB Chain" }),
  network(100009, "sui", null, { explorer_url: "https://suiscan.xyz/mainnet" }),
  network(100006, "stellar", null, { explorer_url: "https://stellar.expert/explorer/public" }),
  network(100013, "noble", null, { explorer_url: "https://www.mintscan.io/noble" }),
  network(100014, "mantra", 5888, { explorer_url: "https://www.mintscan.io/mantra" }),
  network(100064, "vechain", 100009),
  network(100002, "solana", null, { explorer_url: "https://solscan.io" }),
];
const { find, ofExplorer } = createNetworkFinder(networks);
const slugs = (text: string) => find(text).map(({ slug }) => slug);

describe("a network by text", () => {
  it.each([
    ["1", ["ethereum"]],
    ["10", ["base", "optimism"]],
    ["10.0", ["base", "optimism"]],
    ["137", ["polygon"]],
    ["137.0", ["polygon"]],
    ["8453", ["base"]],
    ["42161", ["arbitrum"]],
    ["100009", ["sui", "vechain"]],
    ["100003", ["bnb-chain"]],
    ["eip155:1", ["ethereum"]],
    ["eip155:10", ["optimism"]],
    ["EIP155:137", ["polygon"]],
    ["eip155:8453", ["base"]],
    ["eip155:42161", ["arbitrum"]],
    ["eip155:100009", ["vechain"]],
    ["0x1", ["ethereum"]],
    ["0xa", ["optimism"]],
    ["0x2105", ["base"]],
    ["eip155:3", []],
    ["2", []],
    ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", ["solana"]],
    ["stellar:pubnet", ["stellar"]],
    ["stellar:testnet", []],
    [" Optimism ", ["optimism"]],
    ["op mainnet", ["optimism"]],
    ["Polygon PoS", ["polygon"]],
    ["Arbitrum One", ["arbitrum"]],
    ["BSC", ["bnb-chain"]],
    ["bnb_chain", ["bnb-chain"]],
    ["Ethereum Mainnet", ["ethereum"]],
    ["nowhere", []],
    ["", []],
    ["constructor", []],
  ])("%j is %j", (text, expected) => expect(slugs(text)).toEqual(expected));

  it("lists every network whose names are equal", () => {
    const twins = [network(1, "a", null, { name: "Twin" }), network(2, "b", null, { name: "twin" })];
    expect(createNetworkFinder(twins).find("Twin")).toEqual(twins);
  });
});

describe("a network by the URL of its explorer", () => {
  it.each([
    ["https://etherscan.io/token/0x1", "ethereum"],
    ["https://www.etherscan.io/token/0x1#holders", "ethereum"],
    ["https://basescan.org/address/0x1", "base"],
    ["https://mintscan.io/noble/assets/ausdy", "noble"],
    ["https://www.mintscan.io/mantra/assets/x", "mantra"],
    ["https://explorer.solana.com/address/x", "solana"],
    ["https://explorer.solana.com/address/x?cluster=devnet", undefined],
    ["https://suiscan.xyz/mainnet/coin/0x2::sui::SUI", "sui"],
    ["https://suiscan.xyz/testnet/coin/0x2::sui::SUI", undefined],
    ["https://sepolia.etherscan.io/token/0x1", undefined],
    ["https://etherscan.io.example.com/token/0x1", undefined],
    ["https://", undefined],
    ["ethereum", undefined],
  ])("%s", (url, expected) => expect(ofExplorer(url)?.slug).toBe(expected));
});
