/**
 * Whether `If-None-Match` contains a tag. Weak and strong tags compare as equal
 * (RFC 9110, 13.1.2): proxies that compress a response make strong tags weak.
 */
export const matchesETag = (ifNoneMatch: string | null | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === "*" || (ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag.replace("W/", "")) ?? false);
