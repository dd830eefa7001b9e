/** Which endpoints of a network can be used, and why others cannot. */
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

/** An endpoint that could not be used, with the reason. */
export interface EndpointFailure {
  endpoint: string;
  reason: string;
}

/** The endpoints that respond and are of the network; the others are added to the failures. */
export async function connectClients(
  clients: readonly RpcClient[],
  {
    chainId,
    failures,
    signal,
  }: { chainId: number; failures: EndpointFailure[]; signal?: AbortSignal | undefined },
): Promise<RpcClient[]> {
  const usable: RpcClient[] = [];
  for (const client of clients) {
    try {
      const found = Number(await client.call("eth_chainId", [], signal));
      if (found === chainId) usable.push(client);
      else failures.push({ endpoint: client.name, reason: `Its chain id is ${found}, not ${chainId}.` });
    } catch (error) {
      failures.push({ endpoint: client.name, reason: reasonOf(error, signal) });
    }
  }
  return usable;
}

/** The reason of a failure of an endpoint; other errors are thrown. */
export function reasonOf(error: unknown, signal: AbortSignal | undefined): string {
  signal?.throwIfAborted();
  if (error instanceof RpcError) return error.message;
  throw error;
}

export const noEndpoint = (failures: readonly EndpointFailure[]): string =>
  failures.length === 0
    ? "No endpoint is configured."
    : `No endpoint can be used. ${failures.map(({ endpoint, reason }) => `${endpoint}: ${reason}`).join(" ")}`;
