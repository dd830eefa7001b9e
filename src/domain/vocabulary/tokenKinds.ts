/** How contracts of tokens keep balances, which decides what their transfers add up to. */
export const tokenKinds = ["plain", "rebasing", "fee", "silent_mint", "shares"] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const tokenKindDocs: Readonly<Record<TokenKind, string>> = {
  plain: "its transfers explain every balance",
  rebasing: "it changes balances without transfers, such as by an index",
  fee: "it keeps a part of what is transferred",
  silent_mint: "it mints or burns without transfers from or to the zero address",
  shares: "its transfers are in units of value, its balances are shares of a pool",
};

export const tokenKindDoc = (kind: string): string | null =>
  tokenKinds.flatMap((one) => (one === kind ? tokenKindDocs[one] : []))[0] ?? null;

/** Whether its supply is what the contract states, since its transfers do not add up to it. */
export const hasStatedSupply = (kind: TokenKind | null): boolean => kind !== null && kind !== "plain";
