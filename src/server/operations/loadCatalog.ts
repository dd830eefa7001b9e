import { z } from "zod";
import { indexCatalog } from "#domain";
import { loadCatalog, readCatalog } from "#ingest";
import { operation } from "./operation";

/** Reads the catalog files again, as after an edit, without a restart. */
export const loadCatalogOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  run: async (application) => {
    const catalog = await readCatalog(application.configuration.CATALOG_DIR);
    await loadCatalog(application.market, catalog);
    application.catalog = indexCatalog(catalog);
    return {
      message: `Loaded ${catalog.assets.length} assets and ${catalog.tokens.length} tokens on ${catalog.networks.length} networks.`,
    };
  },
});
