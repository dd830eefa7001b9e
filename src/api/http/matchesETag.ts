/**
 * Whether a client holds what has this tag already, by its `If-None-Match`. A weak tag and a strong one are the same
 * there (RFC 9110, 13.1.2): proxies that pack an answer make one of the other.
 */
export const matchesETag = (ifNoneMatch: string | null | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === "*" || (ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag.replace("W/", "")) ?? false);
