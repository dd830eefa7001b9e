/**
 * Ids that clients already send and that the catalog must keep: slug → id per kind. Every other row has an
 * id of our own, above `OWN_IDS_START`.
 */
import type { CatalogKind } from "#domain/catalog";

export const OWN_IDS_START = 100_000;

/** Rows that operators add have ids above this; those of the bundled catalog are below. */
export const CUSTOM_IDS_START = 1_000_000;

export const reservedIds: Partial<Record<CatalogKind, Readonly<Record<string, number>>>> = {
  networks: {
    ethereum: 1,
    polygon: 3,
    optimism: 4,
    celo: 7,
    base: 10,
    arbitrum: 11,
    provenance: 13,
    "polygon-zkevm": 17,
    "zksync-era": 31,
    mantle: 33,
    blast: 35,
    "manta-pacific": 36,
    aptos: 38,
    linea: 41,
    canton: 68,
    intain: 74,
  },
  platforms: {
    centrifuge: 2,
    maple: 3,
    securitize: 10,
    figure: 270,
    "ribbon-lend": 7,
    "florence-finance": 22,
    homecoin: 9,
    clearpool: 6,
  },
  assets: { ousg: 57, benji: 63, ustb: 1385, buidl: 2331, "mf-one": 15152, fidd: 25640 },
};
