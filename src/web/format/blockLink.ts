/** URL of a block of an EVM network in its explorer, or null if there is none. */
export function blockLink(explorerUrl: string | null, block: number): string | null {
  if (explorerUrl === null) return null;
  const path = new URL(explorerUrl).host === "tronscan.org" ? "#/block" : "block";
  return `${explorerUrl.replace(/\/+$/, "")}/${path}/${block}`;
}
