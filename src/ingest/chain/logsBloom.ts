/** The filter in the header of a block, which shows the addresses and topics of its logs (yellow paper, 4.3.1). */
import { hexToBytes, keccak256 } from "viem/utils";

/** Bits that a value sets, of 2,048. */
function bitsOf(value: string): number[] {
  const hash = hexToBytes(keccak256(value as `0x${string}`));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047);
}

const known = new Map<string, number[]>();
/** Values whose bits are remembered: addresses and topics repeat from block to block. */
const MOST_KNOWN = 20_000;

function rememberedBits(value: string): number[] {
  const bits = known.get(value) ?? bitsOf(value);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(value, bits);
  return bits;
}

/** Whether logs with all of these values can be in a block. @param bloom 512 hexadecimal digits */
export const canContain = (bloom: string, values: readonly string[]): boolean =>
  values.every((value) =>
    rememberedBits(value).every((bit) => {
      const digit = Number.parseInt(bloom[511 - (bit >> 2)] ?? "0", 16);
      return ((digit >> (bit & 3)) & 1) === 1;
    }),
  );

/** The filter of logs, as hexadecimal digits. */
export function bloomOf(logs: readonly { address: string; topics: readonly string[] }[]): string {
  const digits = new Uint8Array(512);
  for (const { address, topics } of logs) {
    for (const value of [address, ...topics]) {
      for (const bit of rememberedBits(value)) {
        const at = 511 - (bit >> 2);
        digits[at] = (digits[at] ?? 0) | (1 << (bit & 3));
      }
    }
  }
  return [...digits].map((digit) => digit.toString(16)).join("");
}
