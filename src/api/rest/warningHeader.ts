/** RFC 7234 calls 299 a warning that persists. Headers carry no other characters than these. */
export const warningHeader = (message: string): string =>
  `299 - "${message.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "'")}"`;
