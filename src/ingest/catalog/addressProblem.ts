/** The form of addresses of networks, with the checksum where there is one. */
import { getAddress, isAddress } from "viem/utils";
import type { Network } from "#domain/catalog";
import { hexAddress } from "../chain/ledgerNetworks";

/** What is wrong with an address, or null. Networks without a known form accept any. */
export function addressProblem(
  address: string,
  { network, standard = null }: { network: Network | undefined; standard?: string | null },
): string | null {
  // The hexadecimal spelling of the same contract would be counted a second time.
  if (network?.virtual_machine === "TVM" && hexAddress(network, address) === null)
    return `${address} is not a Tron address in Base58Check (T and 33 letters)`;
  // Some networks carry tokens of an EVM and of a second kind (Hedera, Flow): the standard distinguishes them.
  const isEvm = network?.chain_id != null && (standard?.startsWith("ERC-") ?? address.startsWith("0x"));
  if (!isEvm) return null;
  if (!isAddress(address, { strict: false }))
    return `${address} is not an EVM address (0x and 40 hex digits)`;
  const expected = getAddress(address);
  return expected === address ? null : `${address} has an invalid EIP-55 checksum; expected ${expected}`;
}
