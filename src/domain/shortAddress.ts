const HEAD = 8;
const TAIL = 6;

/** An address or a hash with both its ends, `0x7712c3…a2aec0`; whole where that would not be shorter. */
export function shortAddress(address: string): string {
  const characters = [...address];
  return characters.length > HEAD + TAIL + 3
    ? `${characters.slice(0, HEAD).join("")}…${characters.slice(-TAIL).join("")}`
    : address;
}
