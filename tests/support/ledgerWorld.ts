/** A store with a catalog of the tokens of generated chains, and readings of it. */
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { type ChainReport, type ChainSync, syncChains } from "../../src/ingest/chain/syncChains";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { openTestStore, type TestStore } from "./ingestStore";
import type { TestChain } from "./testChain";

const NOW = new Date("2025-06-01T12:00:00Z");

export interface LedgerWorld extends TestStore {
  catalog: Catalog;
  /** Slug of a network with its endpoints. */
  sync(endpoints: [string, string[]][], options?: Partial<ChainSync>): Promise<ChainReport>;
}

/** Networks `one`, `two` … with the chain ids from 31337 on, each with a token of the asset `fund` for each contract. */
export async function openLedgerWorld(chains: readonly Pick<TestChain, "tokens">[]): Promise<LedgerWorld> {
  const slugs = ["one", "two", "three"];
  const perChain = Math.max(...chains.map(({ tokens }) => tokens.length));
  const catalog = catalogOf({
    networks: chains.map((_, at) => network(at + 1, slugs[at] ?? "", { chain_id: 31_337 + at })),
    assets: Array.from({ length: perChain }, (_, index) => asset(index + 1, `fund-${index + 1}`)),
    tokens: chains.flatMap(({ tokens }, at) =>
      tokens.map((address, index) =>
        token(1 + at * perChain + index, `fund-${index + 1}`, slugs[at] ?? "", { address, decimals: 18 }),
      ),
    ),
  });
  const test = await openTestStore();
  await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
  return {
    ...test,
    catalog,
    sync: (endpoints, options = {}) =>
      syncChains(test.store, {
        catalog: indexCatalog(catalog),
        endpoints: new Map(endpoints),
        assets: "all",
        now: () => NOW,
        exclusively: (work) => work(),
        onFailure: () => {},
        ...options,
      }),
  };
}
