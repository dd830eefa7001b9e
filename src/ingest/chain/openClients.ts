import { InvalidError } from "#domain/errors";
import { openRpcClient, type RpcClient } from "./rpcClient";
import { type EndpointRole, isPublic, urlsOfRole } from "./rpcEndpoints";

/**
 * Clients of the endpoints of a network for a purpose, in order of preference.
 * @throws InvalidError if `public` stands for no endpoint
 */
export async function openClients({
  urls,
  chainId,
  role,
}: {
  urls: readonly string[];
  chainId: number;
  role: EndpointRole;
}): Promise<RpcClient[]> {
  const opened: string[] = [];
  for (const url of urlsOfRole(urls, role)) {
    opened.push(...(isPublic(url) ? await publicEndpoints(chainId) : [url]));
  }
  return [...new Set(opened)].map((url) => openRpcClient({ url }));
}

/** The endpoints that viem lists for a network. Its list has hundreds of modules, so it is imported only if it is used. */
async function publicEndpoints(chainId: number): Promise<string[]> {
  const chains = Object.values(await import("viem/chains"));
  const chain = chains.find(({ id }) => id === chainId);
  const urls = chain?.rpcUrls.default.http ?? [];
  if (urls.length === 0) {
    throw new InvalidError(
      `No public endpoint of a network with chain id ${chainId} is known: name a URL in RPC_ENDPOINTS.`,
    );
  }
  return [...urls];
}
