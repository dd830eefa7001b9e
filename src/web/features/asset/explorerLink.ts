/**
 * Links to tokens, accounts and transactions in block explorers. Unlisted explorers are assumed to use the
 * paths of Etherscan and Blockscout for EVM identifiers; other identifiers have no link.
 */
export type ExplorerSubject = "token" | "address" | "transaction";

type Paths = Partial<Record<ExplorerSubject, string>>;

const evm: Paths = { token: "/token/:id", address: "/address/:id", transaction: "/tx/:id" };

/** Paths by host, as each explorer documents or uses them. */
const byHost: Readonly<Record<string, Paths>> = {
  "solscan.io": { token: "/token/:id", address: "/account/:id", transaction: "/tx/:id" },
  "tronscan.org": { token: "/#/token20/:id", address: "/#/address/:id", transaction: "/#/transaction/:id" },
  "stellar.expert": { token: "/asset/:id", address: "/account/:id", transaction: "/tx/:id" },
  "xrpscan.com": { token: "/token/:id", address: "/account/:id", transaction: "/tx/:id" },
  "explorer.aptoslabs.com": {
    token: "/fungible_asset/:id?network=mainnet",
    address: "/account/:id?network=mainnet",
    transaction: "/txn/:id?network=mainnet",
  },
  "suiscan.xyz": { token: "/coin/:id", address: "/account/:id", transaction: "/tx/:id" },
  "nearblocks.io": { token: "/token/:id", address: "/address/:id", transaction: "/txns/:id" },
  "allo.info": { token: "/asset/:id", address: "/account/:id", transaction: "/tx/:id" },
  "tzkt.io": { token: "/:id", address: "/:id", transaction: "/:id" },
  "tonviewer.com": { token: "/:id", address: "/:id", transaction: "/transaction/:id" },
  "cardanoscan.io": { token: "/token/:id", address: "/address/:id", transaction: "/transaction/:id" },
  "voyager.online": { token: "/contract/:id", address: "/contract/:id", transaction: "/tx/:id" },
  "hashscan.io": { token: "/token/:id", address: "/account/:id", transaction: "/transaction/:id" },
  "mempool.space": { address: "/address/:id", transaction: "/tx/:id" },
  "blockstream.info": { token: "/asset/:id", address: "/address/:id", transaction: "/tx/:id" },
  "explorer.zksync.io": { token: "/address/:id", address: "/address/:id", transaction: "/tx/:id" },
  "app.roninchain.com": { token: "/token/:id", address: "/address/:id", transaction: "/tx/:id" },
};

/** Soroban contracts have their own path, unlike issued assets. */
const isSorobanContract = (id: string) => /^C[A-Z2-7]{55}$/.test(id);
const isEvm = (id: string) => /^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(id);

/** URL of a subject in the explorer of its network, or null if unknown. */
export function explorerLink(
  explorerUrl: string | null,
  subject: ExplorerSubject,
  id: string | null,
): string | null {
  if (explorerUrl === null || id === null || id === "") return null;
  const { host } = new URL(explorerUrl);
  const base = explorerUrl.replace(/\/+$/, "");
  if (host === "stellar.expert" && isSorobanContract(id)) return `${base}/contract/${id}`;
  const path = (byHost[host] ?? (isEvm(id) ? evm : undefined))?.[subject];
  if (path === undefined) return null;
  // It has no prefix in hashes of Tron.
  const own = host === "tronscan.org" ? id.replace(/^0x/, "") : id;
  return base + path.replace(":id", encodeURIComponent(own));
}
