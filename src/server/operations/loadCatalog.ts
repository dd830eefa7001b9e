import { z } from "zod";
import { countWords, indexCatalog } from "#domain";
import { commit, loadCatalog } from "#ingest";
import { readValidCatalog } from "../readValidCatalog";
import { NEWS_NOT_STORED, storeCatalogNews } from "../storeCatalogNews";
import { today } from "../today";
import { operation } from "./operation";

/** Reads the catalog files again, as after an edit, without a restart. */
export const loadCatalogOperation = operation({
  input: z.object({}),
  changesMarketData: true,
  settings: ["CATALOG_DIR"],
  run: async (application) => {
    const catalog = await readValidCatalog(application.configuration.CATALOG_DIR);
    const index = indexCatalog(catalog);
    await commit(application.market, { today: today() }, () => loadCatalog(application.market, catalog));
    application.catalog = index;
    const newsError = await storeCatalogNews(application.market, index);
    if (newsError !== null) application.log.error(newsError, NEWS_NOT_STORED);
    const loaded = `Loaded ${countWords(catalog.assets.length, "asset")} and ${countWords(catalog.tokens.length, "token")} on ${countWords(catalog.networks.length, "network")}.`;
    return { message: newsError === null ? loaded : `${loaded} ${NEWS_NOT_STORED}: ${newsError.message}` };
  },
});
