import { z } from "zod";
import { indexCatalog } from "#domain";
import { commit, loadCatalog, loadCatalogNews } from "#ingest";
import { readValidCatalog } from "../readValidCatalog";
import { today } from "../today";
import { operation } from "./operation";

/** Reads the catalog files again, as after an edit, without a restart. */
export const loadCatalogOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  run: async (application) => {
    const catalog = await readValidCatalog(application.configuration.CATALOG_DIR);
    const index = indexCatalog(catalog);
    await commit(application.market, { today: today() }, async () => {
      await loadCatalog(application.market, catalog);
      await loadCatalogNews(application.market, index);
    });
    application.catalog = index;
    return {
      message: `Loaded ${catalog.assets.length} assets and ${catalog.tokens.length} tokens on ${catalog.networks.length} networks.`,
    };
  },
});
