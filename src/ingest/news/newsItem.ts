/** An article as a feed or a file has it: text alone, no markup. */
export interface NewsItem {
  /** Of a file's own; null takes one that follows from the link. */
  id: number | null;
  title: string;
  summary: string | null;
  publisher: string;
  url: string;
  publishedAt: Date;
  /** Slugs of assets that it is known to be about. */
  assets: readonly string[];
}
