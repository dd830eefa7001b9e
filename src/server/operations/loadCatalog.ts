import { z } from "zod";
import { currentDay } from "#domain/days";
import { indexCatalog } from "#domain/resources";
import { formatCount } from "#domain/text";
import { commit, loadCatalog } from "#ingest";
import { NEWS_NOT_STORED, readValidCatalog, storeCatalogNews } from "../readValidCatalog";
import { operation } from "./operation";

/** Reads the catalog files again, for example after an edit, without a restart. */
export const loadCatalogInput = z.object({
  /** Ids of rows with a new slug, such as `assets/100101`, whose stored figures are moved to it. */
  renamed: z.array(z.string().regex(/^[a-z_]+\/\d+$/, "must be an id such as assets/100101")).default([]),
});

export const loadCatalogOperation = operation({
  input: loadCatalogInput,
  changesMarketData: true,
  settings: ["CATALOG_DIR", "BUNDLED_CATALOG"],
  audit: ({ renamed }) => ({ action: "load catalog", subject: renamed.join(", "), subjectKind: "catalog" }),
  run: async (application, { renamed }) => {
    const catalog = await readValidCatalog(application.configuration.catalogFolders);
    const index = indexCatalog(catalog);
    await commit(application.market, { today: currentDay() }, () =>
      loadCatalog(application.market, catalog, { renamed }),
    );
    application.catalog = index;
    const newsError = await storeCatalogNews(application.market, index);
    if (newsError !== null) application.log.error(newsError, NEWS_NOT_STORED);
    const loaded = `Loaded ${formatCount(catalog.assets.length, "asset")} and ${formatCount(catalog.tokens.length, "token")} on ${formatCount(catalog.networks.length, "network")}.`;
    return { message: newsError === null ? loaded : `${loaded} ${NEWS_NOT_STORED}: ${newsError.message}` };
  },
});
