/** A node of Tron: answers of `/jsonrpc` of java-tron, from an EVM node behind. */
import { type Provider, type ProxiedResult, sizeOf } from "./rpcProxy";

/** The most blocks between the first and the last one of a request for logs (`node.jsonrpc.maxBlockRange`). */
const MAX_BLOCK_RANGE = 5_000;
const INVALID_PARAMS = -32_602;
const ADDRESS = /^0x(?:41)?[0-9a-f]{40}$/i;

const refusal = (message: string): ProxiedResult => ({ error: { code: INVALID_PARAMS, message } });

/** @param knowsFinalized whether it knows the tag `finalized`, as since version 4.8 */
export const javaTron = ({ knowsFinalized }: { knowsFinalized: boolean }): Provider => ({
  refuse: (call) => {
    const { method, params } = call;
    if (method === "eth_call" && params[1] !== "latest") {
      return refusal("QUANTITY not supported, just support TAG as latest");
    }
    if (method === "eth_getBlockByNumber" && params[0] === "finalized" && !knowsFinalized) {
      return refusal("TAG [earliest | pending | finalized] not supported");
    }
    if (method !== "eth_getLogs") return undefined;
    const [{ address }] = params as [{ address: string | string[] }];
    const index = [address].flat().findIndex((one) => !ADDRESS.test(one));
    if (index !== -1) return refusal(`invalid address at index ${index}: ${[address].flat()[index]}`);
    return sizeOf(call).blocks - 1 > MAX_BLOCK_RANGE
      ? refusal(`exceed max block range: ${MAX_BLOCK_RANGE}`)
      : undefined;
  },
  change: ({ method }, result) => {
    if (method === "eth_getLogs" && Array.isArray(result)) {
      return result.map(({ blockTimestamp: _, ...log }: Record<string, unknown>) => log);
    }
    if (method !== "eth_getBlockByNumber" || result === null) return result;
    // It has neither blooms nor roots of receipts.
    return { ...(result as object), logsBloom: `0x${"0".repeat(512)}`, receiptsRoot: `0x${"0".repeat(64)}` };
  },
});
