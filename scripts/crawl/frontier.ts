/** URLs still to be opened, and the page that first linked to each. */
import { addressShape } from "./addressShape";

export interface FrontierLimits {
  /** Limit of URLs per shape without a query. */
  samples: number;
  /** Limit of URLs per shape with a query. */
  views: number;
}

export interface Found {
  /** Path and query. */
  address: string;
  shape: string;
  /** URL of the page that links to it; null for the start of the crawl. */
  from: string | null;
  /** Whether it is the first of its shape. */
  isFirst: boolean;
}

/** A queue of unique URLs with a limit per shape: those without a query first. */
export class Frontier {
  private readonly plain: Found[] = [];
  private readonly views: Found[] = [];
  private readonly known = new Set<string>();
  private readonly taken = new Map<string, number>();

  constructor(private readonly limits: FrontierLimits) {}

  /** Adds the start of a crawl, regardless of its shape. */
  start(url: URL): void {
    this.add(url, null, Number.POSITIVE_INFINITY);
  }

  offer(url: URL, from: string): void {
    this.add(url, from, url.search === "" ? this.limits.samples : this.limits.views);
  }

  private add(url: URL, from: string | null, limit: number): void {
    const address = url.pathname + url.search;
    const shape = addressShape(url);
    const count = this.taken.get(shape) ?? 0;
    if (this.known.has(address) || count >= limit) return;
    this.known.add(address);
    this.taken.set(shape, count + 1);
    (url.search === "" ? this.plain : this.views).push({ address, shape, from, isFirst: count === 0 });
  }

  next(): Found | undefined {
    return this.plain.shift() ?? this.views.shift();
  }

  get size(): number {
    return this.plain.length + this.views.length;
  }

  get shapes(): readonly string[] {
    return [...this.taken.keys()];
  }
}
