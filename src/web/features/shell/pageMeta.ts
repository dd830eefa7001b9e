import type { PublicSite } from "#domain/site";
import { SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH } from "#domain/vocabulary";

type Named = Pick<PublicSite, "brand" | "origin">;

export interface PageMetaOptions {
  site: Named;
  /** The part of the title after the brand. */
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
  /** Canonical path without query; omit for pages that should not be indexed. */
  path?: string;
  /** Path of a feed with the same content. */
  feed?: string | undefined;
}

export const pageTitle = (site: Pick<PublicSite, "brand">, title: string): string =>
  `${site.brand} | ${title}`;

/** The result of a route's `head`: title, description, canonical URL and social preview. */
export function pageMeta({ site, title, description, path, feed }: PageMetaOptions) {
  const full = pageTitle(site, title);
  const image = `${site.origin}/social.png`;
  return {
    meta: [
      { title: full },
      { name: "description", content: description },
      { property: "og:site_name", content: site.brand },
      { property: "og:type", content: "website" },
      { property: "og:title", content: full },
      { property: "og:description", content: description },
      { property: "og:image", content: image },
      { property: "og:image:type", content: "image/png" },
      { property: "og:image:width", content: `${SOCIAL_IMAGE_WIDTH}` },
      { property: "og:image:height", content: `${SOCIAL_IMAGE_HEIGHT}` },
      { property: "og:image:alt", content: `${site.brand}: analytics for tokenized real-world assets` },
      { name: "twitter:card", content: "summary_large_image" },
      { name: "twitter:image", content: image },
      ...(path === undefined
        ? [{ name: "robots", content: "noindex" }]
        : [{ property: "og:url", content: site.origin + path }]),
    ],
    links: [
      ...(path === undefined ? [] : [{ rel: "canonical", href: site.origin + path }]),
      ...(feed === undefined
        ? []
        : [{ rel: "alternate", type: "application/atom+xml", title: full, href: site.origin + feed }]),
    ],
  };
}
