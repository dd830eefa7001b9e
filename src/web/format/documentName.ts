const CODE_HOST = /^\/([^/]+)\/([^/]+)(?:\/(?:blob|tree|raw)\/[^/]+\/(.+))?/;

/** Public repositories of source code that the catalog cites, with their names. */
const codeOf: Readonly<Record<string, string>> = {
  "DefiLlama/DefiLlama-Adapters": "DefiLlama adapter",
  "DefiLlama/peggedassets-server": "DefiLlama stablecoin adapter",
  "tradingstrategy-ai/web3-ethereum-defi": "Trading Strategy fund adapter",
  "duneanalytics/spellbook": "Dune query",
};
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|sol|sql|rs|go)$/i;

/**
 * Name of a document from its URL: source code by its repository's name, another file of a public repository
 * by repository and file, any other by host and last path segment, a site by its host. The URL must have the
 * scheme `http` or `https`.
 */
export function documentName(address: string): string {
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./, "");
  const [, owner, repository, file] = (host === "github.com" && CODE_HOST.exec(pathname)) || [];
  if (repository !== undefined) {
    const known = codeOf[`${owner}/${repository}`];
    if (file !== undefined && CODE_FILE.test(file)) {
      return known === undefined
        ? `${owner}/${repository}: ${lastPart(file)}, source code`
        : `${known}, source code`;
    }
    return [`${owner}/${repository}`, ...(file === undefined ? [] : [lastPart(file)])].join(": ");
  }
  const page = lastPart(pathname);
  return page === "" ? host : `${host}: ${page}`;
}

/** Decoded if possible. */
function lastPart(path: string): string {
  const part = path.split("/").findLast((one) => one !== "") ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
