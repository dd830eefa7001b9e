/**
 * Networks whose nodes answer as EVM nodes do, and their spellings of addresses. Tron is one of them: its nodes serve
 * `/jsonrpc` with the twenty bytes of an address, which people write in Base58Check after a first byte (java-tron).
 */
import { createHash } from "node:crypto";
import { createBase58check } from "@scure/base";
import type { Network } from "#domain/catalog";
import { tronAddressSql } from "#stores";

/** As nodes of Tron state it: the first four bytes of the hash of its first block. */
export const TRON_CHAIN_ID = 728_126_428;
const TRON_PREFIX = 0x41;
const EVM = /^0x[0-9a-f]{40}$/i;

const base58check = createBase58check((bytes) => createHash("sha256").update(bytes).digest());

type Named = Pick<Network, "chain_id" | "virtual_machine">;

const isTron = ({ chain_id, virtual_machine }: Named): boolean =>
  chain_id === TRON_CHAIN_ID || (chain_id === null && virtual_machine === "TVM");

/** The chain id that nodes of a network state; null for networks that are not read. */
export const ledgerChainId = (network: Named): number | null =>
  isTron(network) ? TRON_CHAIN_ID : network.chain_id;

/** `0x` and forty lower-case digits of an address as the catalog writes it; null if it is none of the network. */
export function hexAddress(network: Named, address: string): string | null {
  if (!isTron(network)) return EVM.test(address) ? address.toLowerCase() : null;
  try {
    const [prefix, ...bytes] = base58check.decode(address);
    return prefix === TRON_PREFIX && bytes.length === 20 ? `0x${Buffer.from(bytes).toString("hex")}` : null;
  } catch {
    return null;
  }
}

/** An address of twenty bytes as people write it. */
export const shownAddress = (network: Named, hex: string): string =>
  isTron(network)
    ? base58check.encode(Buffer.from(`${TRON_PREFIX.toString(16)}${hex.slice(2)}`, "hex"))
    : hex;

/** The same in SQL, of an address as a number. */
export function addressSql(network: Named, number: string): string {
  return isTron(network) ? tronAddressSql(number) : `concat('0x', lower(leftPad(hex(${number}), 40, '0')))`;
}
