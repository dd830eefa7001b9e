import { escapeMarkup } from "#domain/text";

/** A feed entry about an event of a day. */
export interface AtomEntry {
  /** Permanent id of the entry within the site. */
  id: string;
  title: string;
  /** Path of its page on this site. */
  path: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  summary: string;
}

export interface AtomFeed {
  title: string;
  subtitle: string;
  /** Path of the page with the same content. */
  path: string;
  entries: readonly AtomEntry[];
}

export interface AtomSite {
  brand: string;
  /** Public URL without a final slash, used for every link. */
  baseUrl: string;
  /** Path of the feed itself, with its query. */
  self: string;
}

/** A feed as an Atom document (RFC 4287). */
export function atomFeed(
  { title, subtitle, path, entries }: AtomFeed,
  { brand, baseUrl, self }: AtomSite,
): string {
  const newest =
    entries
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? "1970-01-01";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escapeXml(baseUrl + self)}</id>`,
    `  <title>${escapeXml(`${brand}: ${title}`)}</title>`,
    `  <subtitle>${escapeXml(subtitle)}</subtitle>`,
    `  <updated>${newest}T00:00:00Z</updated>`,
    `  <author><name>${escapeXml(brand)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(baseUrl + self)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(baseUrl + path)}"/>`,
    ...entries.map(
      (entry) => `  <entry>
    <id>${escapeXml(`${baseUrl}/new/${entry.id}`)}</id>
    <title>${escapeXml(entry.title)}</title>
    <updated>${entry.day}T00:00:00Z</updated>
    <published>${entry.day}T00:00:00Z</published>
    <link rel="alternate" type="text/html" href="${escapeXml(baseUrl + entry.path)}"/>
    <summary>${escapeXml(entry.summary)}</summary>
  </entry>`,
    ),
    "</feed>",
    "",
  ].join("\n");
}

/** Escapes markup, and removes the control characters that XML does not allow. */
const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""));
