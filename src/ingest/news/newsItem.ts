/** An article as a feed or a file has it: text alone, no markup. */
export interface NewsItem {
  /** Id in a file; null derives it from the link. */
  id: number | null;
  title: string;
  summary: string | null;
  publisher: string;
  url: string;
  publishedAt: Date;
  /** Slugs of assets that it is known to be about. */
  assets: readonly string[];
}
