import type { Contract } from "./ledgerStore";
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

/** Selector of `decimals()` (ERC-20). */
const DECIMALS = "0x313ce567";
/** The most that the catalog accepts. */
const MOST_DECIMALS = 36;
const CALLS = 50;

/**
 * The decimals that contracts state, by address. Contracts without a valid statement, and those that no endpoint
 * responds for, are left out.
 */
export async function readDecimals(
  clients: readonly RpcClient[],
  contracts: readonly Contract[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < contracts.length; at += CALLS) {
    const some = contracts.slice(at, at + CALLS);
    const calls = some.map(({ address }) => ({
      method: "eth_call",
      params: [{ to: address, data: DECIMALS }, "latest"],
    }));
    for (const client of clients) {
      try {
        const results = await client.batch(calls, signal);
        for (const [index, { address }] of some.entries()) {
          const decimals = parseDecimals(results[index]?.result);
          if (decimals !== null) found.set(address, decimals);
        }
        break;
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
      }
    }
  }
  return found;
}

/** A result of `decimals()`, which contracts declare as a number of 8 or 256 bits: both are one word of 32 bytes. */
function parseDecimals(result: unknown): number | null {
  if (typeof result !== "string" || !/^0x[0-9a-f]{64}$/i.test(result)) return null;
  const decimals = BigInt(result);
  return decimals <= MOST_DECIMALS ? Number(decimals) : null;
}
