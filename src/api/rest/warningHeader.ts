/** Warn code 299 (RFC 7234) is a persistent warning. Header values are limited to these characters. */
export const warningHeader = (message: string): string =>
  `299 - "${message.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "'")}"`;
