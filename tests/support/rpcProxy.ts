/** A provider between a client and a real node, which limits, falsifies or breaks responses as real ones do. */
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxiedCall {
  id: number;
  method: string;
  params: unknown[];
}

export interface ProxiedResult {
  result?: unknown;
  error?: { code?: number; message: string };
}

/**
 * Behaviour of a provider. Each function may replace what it gets.
 */
export interface Provider {
  /** The response to one call: before it reaches the node. Undefined passes the call on. */
  refuse?: (call: ProxiedCall) => ProxiedResult | undefined;
  /** Changes the result of the node. */
  change?: (call: ProxiedCall, result: unknown) => unknown;
  /** Responds to a request as a whole. True if it has responded. */
  respond?: (calls: ProxiedCall[], response: ServerResponse) => boolean;
}

export interface RpcProxy {
  url: string;
  /** Calls so far, by method. */
  calls: ReadonlyMap<string, number>;
  behaviour: Provider;
  stop(): Promise<void>;
}

/** Starts a proxy. Its behaviour can be replaced while it runs. */
export async function startRpcProxy(nodeUrl: string, behaviour: Provider = {}): Promise<RpcProxy> {
  const calls = new Map<string, number>();
  const proxy = { behaviour };
  const server = http.createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const body: ProxiedCall | ProxiedCall[] = JSON.parse(text);
    const all = [body].flat();
    for (const { method } of all) calls.set(method, (calls.get(method) ?? 0) + 1);
    const { refuse, change, respond } = proxy.behaviour;
    if (respond?.(all, response)) return;
    const results = await Promise.all(
      all.map(async (call) => {
        const refused = refuse?.(call);
        if (refused !== undefined) return { jsonrpc: "2.0", id: call.id, ...refused };
        const answer = await fetch(nodeUrl, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(call),
        });
        const given = (await answer.json()) as ProxiedResult;
        if (given.error === undefined && change) given.result = change(call, given.result);
        return given;
      }),
    );
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(Array.isArray(body) ? results : results[0]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get behaviour() {
      return proxy.behaviour;
    },
    set behaviour(next) {
      proxy.behaviour = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The number of blocks of a request for logs, and the number of its addresses. */
export function sizeOf({ params }: ProxiedCall): { blocks: number; addresses: number; from: number } {
  const [filter] = params as [{ fromBlock: string; toBlock: string; address: string | string[] }];
  const from = Number(filter.fromBlock);
  return { blocks: Number(filter.toBlock) - from + 1, addresses: [filter.address].flat().length, from };
}
