import { createHash } from "node:crypto";
import { type CatalogIndex, newsResource } from "#domain/resources";
import { type MarketStore, readSetting } from "#stores";
import { hideReplacedRows } from "../ledger/ledgerEditions";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { registerSource } from "../sources";
import { storeNews } from "./storeNews";

const SETTING = "catalog_news_hash";
const FILE = "news.jsonl";

/** Brings the articles of the catalog's file into the store: new ones in, removed ones out. Nothing where the file is as it was. Part of a commit. */
export async function loadCatalogNews(store: MarketStore, catalog: CatalogIndex): Promise<void> {
  const hash = createHash("sha256").update(JSON.stringify(catalog.news)).digest("hex");
  const before = await readSetting(store, SETTING);
  if (before === hash || (before === null && catalog.news.length === 0)) return;
  const sourceId = await registerSource(store, {
    kind: "file",
    label: "News of the catalog",
    fileName: FILE,
    isSample: false,
  });
  await hideReplacedRows(store, {
    table: newsResource.table,
    sourceId,
    before: await nextRowVersion(store),
  });
  const items = catalog.news.map(({ published, source, ...row }) => ({
    ...row,
    url: source,
    publishedAt: new Date(published),
  }));
  await storeNews(store, items, { catalog, sourceId });
  await writeSetting(store, { name: SETTING, value: hash, version: await nextRowVersion(store) });
}
