const CODE_HOST = /^\/([^/]+)\/([^/]+)(?:\/(?:blob|tree|raw)\/[^/]+\/(.+))?/;

/** Public repositories whose code is a source of the catalog, in words. */
const codeOf: Readonly<Record<string, string>> = {
  "DefiLlama/DefiLlama-Adapters": "DefiLlama adapter",
  "DefiLlama/peggedassets-server": "DefiLlama stablecoin adapter",
  "tradingstrategy-ai/web3-ethereum-defi": "Trading Strategy fund adapter",
  "duneanalytics/spellbook": "Dune query",
};
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|sol|sql|rs|go)$/i;

/**
 * What a document is called after its address: source code as such, another file in a public repository by repository and file, any other by
 * its site and the last part of its path, a site by its host. The address has to be one of `http`.
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

/** Decoded where it can be. */
function lastPart(path: string): string {
  const part = path.split("/").findLast((one) => one !== "") ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
