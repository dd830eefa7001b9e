const CODE_HOST = /^\/([^/]+)\/([^/]+)(?:\/(?:blob|tree|raw)\/[^/]+\/(.+))?/;

/**
 * What a document is called after its address: a file in a public repository by repository and file, any other by
 * its site and the last part of its path, a site by its host. The address has to be one of `http`.
 */
export function documentName(address: string): string {
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./, "");
  const [, owner, repository, file] = (host === "github.com" && CODE_HOST.exec(pathname)) || [];
  if (repository !== undefined) {
    return [`${owner}/${repository}`, ...(file === undefined ? [] : [lastPart(file)])].join(": ");
  }
  const page = lastPart(pathname);
  return page === "" ? host : `${host}: ${page}`;
}

/** Decoded where it can be. */
function lastPart(path: string): string {
  const part = path.split("/").findLast((one) => one !== "") ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
