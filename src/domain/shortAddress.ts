const HEAD = 8;
const TAIL = 6;

/** An address or a hash with both its ends, `0x7712c3…a2aec0`; whole where that would not be shorter. */
export const shortAddress = (address: string): string =>
  address.length > HEAD + TAIL + 3 ? `${address.slice(0, HEAD)}…${address.slice(-TAIL)}` : address;
