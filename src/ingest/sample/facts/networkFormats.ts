/**
 * Addresses, transaction hashes and block numbers in the format of each network's explorers. All of them
 * carry a mark (`cada57e`, `SampLe` …), so that they cannot be mistaken for real accounts.
 */
import type { Network } from "#domain/catalog";
import { dayOf, secondsOf } from "../primitives/days";
import type { RandomStream } from "../primitives/randomStream";

export interface NetworkFormat {
  address(stream: RandomStream): string;
  hash(stream: RandomStream): string;
  blockAt(seconds: number): number;
}

const HEX = "0123456789abcdef";
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

function letters(stream: RandomStream, alphabet: string, length: number): string {
  let text = "";
  if (alphabet === HEX) {
    while (text.length < length) text += stream.bits().toString(16).padStart(8, "0");
    return text.slice(0, length);
  }
  for (let i = 0; i < length; ) {
    let bits = stream.bits();
    for (let k = 0; k < 4 && i < length; k++, i++) {
      text += alphabet[(bits & 255) % alphabet.length];
      bits >>>= 8;
    }
  }
  return text;
}

type Shape = (stream: RandomStream) => string;
/** A fixed start (with the mark), then random letters up to a length. */
const shape =
  (start: string, alphabet: string, length: number): Shape =>
  (stream) =>
    start + letters(stream, alphabet, length - start.length);

const hexHash = shape("cada57e", HEX, 64);
const upperHexHash: Shape = (stream) => hexHash(stream).toUpperCase();
const cosmos = (prefix: string): [Shape, Shape] => [
  shape(`${prefix}1sample`, BECH32, prefix.length + 39),
  upperHexHash,
];

/** Slug → address, hash. EVM networks need no entry. */
const shapes: Readonly<Record<string, readonly [address: Shape, hash: Shape]>> = {
  solana: [shape("SampLe", BASE58, 44), shape("SampLe", BASE58, 88)],
  tron: [shape("TSampLe", BASE58, 34), hexHash],
  stellar: [shape("GSAMPLE", BASE32, 56), hexHash],
  "xrp-ledger": [shape("rSampLe", BASE58, 34), upperHexHash],
  bitcoin: [shape("bc1qsample", BECH32, 42), hexHash],
  liquid: [shape("lq1qqsample", BECH32, 90), hexHash],
  noble: cosmos("noble"),
  provenance: cosmos("pb"),
  osmosis: cosmos("osmo"),
  injective: cosmos("inj"),
  mantra: cosmos("mantra"),
  aptos: [shape("0xcada57e", HEX, 66), shape("0xcada57e", HEX, 66)],
  movement: [shape("0xcada57e", HEX, 66), shape("0xcada57e", HEX, 66)],
  sui: [shape("0xcada57e", HEX, 66), shape("SampLe", BASE58, 44)],
  starknet: [shape("0x0cada57e", HEX, 66), shape("0x0cada57e", HEX, 66)],
  algorand: [shape("SAMPLE", BASE32, 58), shape("SAMPLE", BASE32, 52)],
  near: [shape("cada57e", HEX, 64), shape("SampLe", BASE58, 44)],
  "hedera-hashgraph": [
    (stream) => `0.0.9${String(stream.integer(1e7)).padStart(7, "0")}`,
    (stream) => `0.0.9${String(stream.integer(1e7)).padStart(7, "0")}@${letters(stream, "123456789", 10)}.0`,
  ],
  canton: [
    (stream) => `sample-${letters(stream, HEX, 6)}::1220cada57e${letters(stream, HEX, 57)}`,
    shape("1220cada57e", HEX, 68),
  ],
  tezos: [shape("tz1SampLe", BASE58, 36), shape("ooSampLe", BASE58, 51)],
  cardano: [shape("addr1sample", BECH32, 103), hexHash],
  polkadot: [shape("1SampLe", BASE58, 48), shape("0xcada57e", HEX, 66)],
  polymesh: [shape("2SampLe", BASE58, 48), shape("0xcada57e", HEX, 66)],
  ton: [shape("EQSampLe", BASE58, 48), hexHash],
  eos: [shape("sample", "12345abcdefghijklmnopqrstuvwxyz", 12), hexHash],
  "internet-computer": [shape("cada57e", HEX, 64), hexHash],
  flow: [shape("0xcada57e", HEX, 18), hexHash],
};
const evm = [shape("0xcada57e", HEX, 42), shape("0xcada57e", HEX, 66)] as const;

/** Slug → seconds per block and a day with a known height (rounded), for realistic numbers. */
const heights: Readonly<Record<string, readonly [seconds: number, day: string, height: number]>> = {
  ethereum: [12, "2025-01-01", 21_525_000],
  solana: [0.4, "2025-01-01", 311_000_000],
  tron: [3, "2025-01-01", 68_350_000],
  "bnb-chain": [0.75, "2025-07-01", 52_800_000],
  polygon: [2, "2025-01-01", 66_300_000],
  arbitrum: [0.25, "2025-01-01", 291_000_000],
  base: [2, "2025-01-01", 24_440_000],
  optimism: [2, "2025-01-01", 130_000_000],
  avalanche: [1.6, "2025-01-01", 55_000_000],
  stellar: [5.5, "2025-01-01", 55_100_000],
  "xrp-ledger": [3.9, "2025-01-01", 93_000_000],
  aptos: [0.2, "2025-01-01", 270_000_000],
  sui: [0.25, "2025-01-01", 95_000_000],
};

export function networkFormat(network: Pick<Network, "slug">): NetworkFormat {
  const [address, hash] = shapes[network.slug] ?? evm;
  const [seconds, day, height] = heights[network.slug] ?? [2, "2025-01-01", 20_000_000];
  const start = secondsOf(dayOf(day));
  return { address, hash, blockAt: (at) => Math.max(1, height + Math.floor((at - start) / seconds)) };
}
