/** What an address of the catalog is for, which decides in which figures of supply its balance counts. */
export const addressKinds = [
  "issuer",
  "custodian",
  "treasury",
  "escrow",
  "bridge",
  "pool",
  "exchange",
  "burn",
] as const;
export type AddressKind = (typeof addressKinds)[number];

export const addressKindDocs: Readonly<Record<AddressKind, string>> = {
  issuer: "holds units for the issuer, such as before their sale",
  custodian: "holds units for clients of a custodian",
  treasury: "holds units for the organization behind an asset or protocol",
  escrow: "locks units that back bridged ones on another network",
  bridge: "holds units on their way to another network",
  pool: "holds units that users deposited with a protocol",
  exchange: "holds units for users of an exchange",
  burn: "holds units that cannot be moved any more",
};

export const addressKindDoc = (kind: string): string | null =>
  addressKinds.flatMap((one) => (one === kind ? addressKindDocs[one] : []))[0] ?? null;

/** Kinds whose balances are not in active use. */
export const inactiveKinds: readonly AddressKind[] = ["issuer", "custodian", "treasury"];
