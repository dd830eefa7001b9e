/** What is still to be opened, and from where it was first linked. */
import { addressShape } from "./addressShape";

export interface FrontierLimits {
  /** Addresses of one shape without a query. */
  samples: number;
  /** Addresses of one shape with a query. */
  views: number;
}

export interface Found {
  /** Path and query. */
  address: string;
  shape: string;
  /** Address of the page that links to it; null where the crawl started. */
  from: string | null;
  /** Whether it is the first of its shape. */
  isFirst: boolean;
}

/** Addresses, each once, and no more of a shape than its limit: those without a query before the others. */
export class Frontier {
  private readonly plain: Found[] = [];
  private readonly views: Found[] = [];
  private readonly known = new Set<string>();
  private readonly taken = new Map<string, number>();

  constructor(private readonly limits: FrontierLimits) {}

  /** Where the crawl starts: opened whatever its shape. */
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
