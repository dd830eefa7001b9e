import { type Catalog, isNewsTime, newsYears } from "#domain/catalog";
import type { NewsItem } from "../news/newsItem";
import type { Figure, PageWriter } from "../scheduledSource";
import { createEntityResolver, type EntityResolver } from "../staging/entityResolver";
import type { Layout, RowSink } from "../staging/layouts/layout";
import { longLayout, ownLongMapping } from "../staging/layouts/longLayout";
import type { RefusedRow } from "../staging/quarantine";

/** What one reading of a source wrote: checked, and not stored yet. */
export interface Page {
  /** The origin's own title. */
  title: string | null;
  /** Figures and articles as they came in, whether they fit or not: their numbers are those of this list. */
  written: readonly (Figure | NewsItem)[];
  /** Lines of the staging table, one for each figure that fits. */
  staged: readonly string[];
  refused: readonly RefusedRow[];
  articles: readonly NewsItem[];
}

/** Checks figures as those of a file in our own layout. */
export interface FigureCheck {
  /** The last day that figures may be of. */
  today: string;
  resolver: EntityResolver;
  layout: Layout;
}

const header = ["entity", "network", "metric", "date", "value"];

export function createFigureCheck(catalog: Catalog, today: string): FigureCheck {
  const resolver = createEntityResolver(catalog);
  return {
    today,
    resolver,
    layout: longLayout(ownLongMapping(header), { header, resolver, fileName: "", today }),
  };
}

/** @param rowsBefore number of the figure or article that came last */
export function createPage({ check, rowsBefore }: { check: () => FigureCheck; rowsBefore: number }): {
  page: Page;
  write: PageWriter;
} {
  const written: (Figure | NewsItem)[] = [];
  const staged: string[] = [];
  const refused: RefusedRow[] = [];
  const articles: NewsItem[] = [];
  const page = { title: null as string | null, written, staged, refused, articles };
  return {
    page,
    write: {
      title: (label) => {
        page.title = label;
      },
      article: (article) => {
        written.push(article);
        if (isNewsTime(article.publishedAt)) {
          articles.push(article);
          return;
        }
        refused.push({
          line: rowsBefore + written.length,
          field: "publishedAt",
          kind: "invalid publication time",
          reason: `the publication time is not one from ${newsYears.first} to ${newsYears.last}`,
          raw: JSON.stringify(article),
        });
      },
      figure: (figure) => {
        written.push(figure);
        const line = rowsBefore + written.length;
        const sink: RowSink = {
          value: ({ entity, metric, date, value }) => {
            staged.push(`${line}\t${entity.assetId}\t${entity.listingId}\t${metric.id}\t${date}\t${value}\n`);
          },
          refuse: (field, { kind, reason }) => {
            refused.push({ line, field, kind, reason, raw: JSON.stringify(figure) });
          },
        };
        const { entity, network = "", metric, date, value } = figure;
        check().layout.read([entity, network, metric, date, String(value)], sink);
      },
    },
  };
}
