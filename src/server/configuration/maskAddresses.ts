/**
 * A setting with web addresses, as it is printed: without users, values of queries and what follows a #, any of which may be
 * a key. The names of parameters stay, by which an address is known.
 */
export const maskAddresses = (setting: string): string =>
  setting.replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, (address) =>
    address
      .replace(/(?<=\/\/)[^/?#]*@/, "****@")
      .replace(/(?<=\?)[^#]+/, (query) => query.split("&").map(masked).join("&"))
      .replace(/(?<=#).+/, "****"),
  );

/** A parameter without a name may be a key as a whole. */
const masked = (parameter: string) =>
  parameter.includes("=") ? parameter.replace(/=.*/, "=****") : parameter && "****";
