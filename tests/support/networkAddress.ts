/** A unique address for the header of a trusted proxy: limits by address count this visitor alone. */
export const newNetworkAddress = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;
