/** An address for the header of a proxy that a product trusts: what it limits by address it counts for this one alone. */
export const newNetworkAddress = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;
