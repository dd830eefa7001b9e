import type { ResourceRow } from "#domain";

/** A listed share or fund, and the assets that represent it. */
export interface ListedName {
  symbol: string;
  assets: readonly ResourceRow[];
}

/** The listed names of assets in the order of first appearance. Assets without one are omitted. */
export function listedNames(assets: readonly ResourceRow[]): ListedName[] {
  const bySymbol = new Map<string, ResourceRow[]>();
  for (const asset of assets) {
    const { underlying_symbol: symbol } = asset;
    if (typeof symbol !== "string" || symbol === "") continue;
    const known = bySymbol.get(symbol);
    if (known === undefined) bySymbol.set(symbol, [asset]);
    else known.push(asset);
  }
  return [...bySymbol].map(([symbol, ofSymbol]) => ({ symbol, assets: ofSymbol }));
}

/** True if more than one platform offers a name. */
export const isOfferedTwice = ({ assets }: ListedName): boolean =>
  new Set(assets.map(({ protocol_name: platform }) => platform)).size > 1;

/** Name of an offer: its platform, with the ticker if the platform has several. */
export function offerName(
  { protocol_name: platform, ticker }: ResourceRow,
  offers: readonly ResourceRow[],
): string {
  if (typeof platform !== "string") return String(ticker);
  const ofPlatform = offers.filter(({ protocol_name: other }) => other === platform);
  return ofPlatform.length > 1 ? `${platform} (${ticker})` : platform;
}
