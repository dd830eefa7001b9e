/** Checks that migrations of tokens lead from one contract to another, each once. */
import type { Token } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import type { Report } from "./checkCatalog";
import type { CatalogReading } from "./readCatalog";

export function checkMigrations({ catalog }: CatalogReading, report: Report) {
  const { networkBySlug } = indexCatalog(catalog);
  const keyOf = ({ network }: Token, address: string): string => {
    const { slug, chain_id } = networkBySlug.get(network) ?? { slug: network, chain_id: null };
    return `${slug}/${chain_id === null ? address : address.toLowerCase()}`;
  };
  const byAddress = new Map(
    catalog.tokens.flatMap((token) => (token.address === null ? [] : [[keyOf(token, token.address), token]])),
  );
  const successors = new Map<Token, Token>();
  for (const token of catalog.tokens) {
    if (token.replaces === null) continue;
    const former = byAddress.get(keyOf(token, token.replaces));
    if (former === undefined) {
      report(token, "replaces", `there is no token ${token.replaces} on ${token.network} in the catalog`);
      continue;
    }
    if (former === token) report(token, "replaces", "must be the address of another token");
    else if (former.asset !== token.asset)
      report(token, "replaces", `must be a token of ${token.asset}; ${token.replaces} is of ${former.asset}`);
    const other = successors.get(former);
    if (other !== undefined)
      report(token, "replaces", `${token.replaces} is already replaced by ${other.address}`);
    successors.set(former, token);
    const first = token.valid_from_block ?? token.deployed_block;
    if (former.valid_to_block !== null && first !== null && former.valid_to_block >= first) {
      report(
        former,
        "valid_to_block",
        `must be before ${first}, the first block of ${token.address}, which replaces it`,
      );
    }
  }
  for (const start of successors.keys()) {
    let next = successors.get(start);
    for (let steps = 0; next !== undefined && next !== start && steps < successors.size; steps += 1)
      next = successors.get(next);
    if (next === start && successors.get(start) !== start)
      report(start, "replaces", "contracts replace one another in a circle");
  }
}
