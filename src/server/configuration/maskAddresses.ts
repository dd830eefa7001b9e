/**
 * A setting with URLs as it is printed: without user names, query values and fragments, since each can contain a
 * key. Parameter names remain, to identify the URL.
 */
export const maskAddresses = (setting: string): string =>
  setting.replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, (address) =>
    address
      .replace(/(?<=\/\/)[^/?#]*@/, "****@")
      .replace(/(?<=\?)[^#]+/, (query) => query.split("&").map(masked).join("&"))
      .replace(/(?<=#).+/, "****"),
  );

/** A parameter without a name can be a key as a whole. */
const masked = (parameter: string) =>
  parameter.includes("=") ? parameter.replace(/=.*/, "=****") : parameter && "****";

/** URLs without user names, paths and queries, since providers of nodes have keys in their paths. */
export const maskPaths = (setting: string): string =>
  setting.replace(
    /\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s,/?#]+)([^\s,]*)/gi,
    (_, scheme, host, rest) => scheme + host + (rest === "" || rest === "/" ? "" : "/****"),
  );
