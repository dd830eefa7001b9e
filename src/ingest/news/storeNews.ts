import { createHash } from "node:crypto";
import { DAY_MS } from "#domain/days";
import { createNewsTagger, tagColumns } from "#domain/news";
import { type CatalogIndex, newsResource } from "#domain/resources";
import type { MarketStore, Row } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { seeingWritten } from "../ledger/ledgerEditions";
import { nextRowVersion } from "../rowVersion";
import type { NewsItem } from "./newsItem";

/** Tracking parameters, which do not affect the target of a link. */
const TRACKING = /^(utm_\w+|fbclid|gclid|mc_[ce]id|ref|ref_src|source|cmpid)$/;

/** An address by which two links to one article are equal; null for anything but a web address. */
export function canonicalLink(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const query = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  const search = new URLSearchParams(query).toString();
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.host.replace(/^www\./, "")}${path}${search === "" ? "" : `?${search}`}`;
}

/** First id for articles without their own, above every id of a catalog. */
const OWN_IDS = 2 ** 31;
/** Articles with the same title within these days count as the same one, from any source. */
const SAME_TITLE_DAYS = 7;

const wordsOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

interface KnownRow {
  id: number;
  title: string;
  url: string | null;
  time: number;
}

/** Stored articles, by link and by title. */
class KnownNews {
  private readonly ids = new Set<number>();
  private readonly links = new Set<string>();
  private readonly titles = new Map<string, number[]>();

  add({ id, title, url, time }: KnownRow): void {
    this.ids.add(id);
    const link = url === null ? null : canonicalLink(url);
    if (link !== null) this.links.add(link);
    const words = wordsOf(title);
    this.titles.set(words, [...(this.titles.get(words) ?? []), time]);
  }

  has({ title, url, publishedAt }: NewsItem): boolean {
    const link = canonicalLink(url);
    if (link !== null && this.links.has(link)) return true;
    const times = this.titles.get(wordsOf(title)) ?? [];
    return times.some((time) => Math.abs(time - publishedAt.getTime()) < SAME_TITLE_DAYS * DAY_MS);
  }

  /** The id derived from a link; the next free one if another article has it. */
  idOf(url: string): number {
    const link = canonicalLink(url) ?? url;
    let id = OWN_IDS + (createHash("sha256").update(link).digest().readUInt32BE(0) >>> 1);
    while (this.ids.has(id)) id = id + 1 < 2 ** 32 ? id + 1 : OWN_IDS;
    return id;
  }
}

/**
 * Writes new articles of a source, tagged with their subjects. The first report of an article is final: a
 * second link to it, its repetition elsewhere and a later date of it change nothing. Part of a commit.
 * @returns number of written articles
 */
export async function storeNews(
  store: MarketStore,
  items: readonly NewsItem[],
  { catalog, sourceId }: { catalog: CatalogIndex; sourceId: number },
): Promise<number> {
  if (items.length === 0) return 0;
  const known = new KnownNews();
  const rows = await (await seeingWritten(store)).rows<{
    id: number;
    title: string;
    url: string | null;
    seconds: number;
  }>(
    `SELECT id, title, url, toUInt32(published_at) AS seconds FROM ${newsResource.table} FINAL WHERE NOT is_sample`,
  );
  for (const { seconds, ...row } of rows) known.add({ ...row, time: seconds * 1000 });
  const tagsOf = createNewsTagger(catalog);
  const version = await nextRowVersion(store);
  const added: Row[] = [];
  // Oldest first, so that repetitions are attributed to the original.
  for (const item of [...items].sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())) {
    if (known.has(item)) continue;
    const { title, summary, publisher, url, publishedAt } = item;
    const id = item.id ?? known.idOf(url);
    known.add({ id, title, url, time: publishedAt.getTime() });
    const tags = tagsOf({ text: `${title}\n${summary ?? ""}`, assets: item.assets });
    const [asset = null] = tags.asset;
    const row = asset === null ? undefined : catalog.assetBySlug.get(asset.slug);
    const assetClass = row === undefined ? null : catalog.partyOf("asset_class", row);
    added.push({
      id,
      published_at: publishedAt.toISOString().slice(0, 19).replace("T", " "),
      title,
      summary,
      publisher,
      url,
      asset_id: asset?.id ?? null,
      asset_slug: asset?.slug ?? null,
      asset_name: asset?.name ?? null,
      asset_class_id: assetClass?.id ?? null,
      asset_class_slug: assetClass?.slug ?? null,
      asset_class_name: assetClass?.name ?? null,
      ...tagColumns(tags),
      is_sample: false,
      source_id: sourceId,
      version,
    });
  }
  if (added.length === 0) return 0;
  await announceDataVersion(store);
  await store.insert(newsResource.table, added);
  return added.length;
}
