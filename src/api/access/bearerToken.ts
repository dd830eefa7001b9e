/** The token of an `Authorization: Bearer …` header; null if there is none. */
export const bearerToken = (authorization: string | null | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
