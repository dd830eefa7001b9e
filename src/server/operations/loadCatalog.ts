import { z } from "zod";
import { currentDay } from "#domain/days";
import { indexCatalog } from "#domain/resources";
import { formatCount } from "#domain/text";
import {
  catalogChange,
  catalogChangeSummary,
  commit,
  declarePrecedence,
  loadCatalog,
  readTotals,
  totalChanges,
} from "#ingest";
import { resolvePrecedence } from "../configuration/sourcePrecedence";
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
    const { market } = application;
    // The assets of a class can be others now.
    const precedence = resolvePrecedence(application.configuration.sourcePrecedence, index);
    const change = await catalogChange(market, index);
    const before = await readTotals(market);
    await commit(market, { today: currentDay() }, async () => {
      await declarePrecedence(market, precedence);
      await loadCatalog(market, catalog, { renamed });
    });
    application.catalog = index;
    const isChanged = change.removed.length + change.returned.length > 0;
    const totals = isChanged ? totalChanges(before, await readTotals(market)) : [];
    const summary = catalogChangeSummary(change, { isDone: true, totals });
    const newsError = await storeCatalogNews(application.market, index);
    if (newsError !== null) application.log.error(newsError, NEWS_NOT_STORED);
    const loaded = `Loaded ${formatCount(catalog.assets.length, "asset")} and ${formatCount(catalog.tokens.length, "token")} on ${formatCount(catalog.networks.length, "network")}.`;
    const news = newsError === null ? loaded : `${loaded} ${NEWS_NOT_STORED}: ${newsError.message}`;
    return { message: summary === "" ? news : `${news}\n${summary}` };
  },
});

/** What loading the catalog files would do to stored figures, as text; empty if nothing. Stores nothing. */
export const previewCatalogOperation = operation({
  input: z.object({}),
  changesMarketData: false,
  settings: ["CATALOG_DIR", "BUNDLED_CATALOG"],
  run: async ({ market, configuration }) => {
    const catalog = await readValidCatalog(configuration.catalogFolders);
    const change = await catalogChange(market, indexCatalog(catalog));
    return { summary: catalogChangeSummary(change, { isDone: false }) };
  },
});
