import type { Context } from "hono";
import { networkAddress } from "./networkAddress";
import type { ProxyTrust } from "./proxyTrust";

/** Network addresses of requests: recorded on arrival, looked up later by the request. */
export interface NetworkAddresses {
  note(context: Context): void;
  of(request: Request): string;
}

interface NodeEnvironment {
  incoming?: { socket?: { remoteAddress?: string } };
}

export function createNetworkAddresses({ trust }: { trust: ProxyTrust }): NetworkAddresses {
  const known = new WeakMap<Request, string>();
  return {
    note: (context) => {
      const environment: NodeEnvironment | undefined = context.env;
      const socket = environment?.incoming?.socket?.remoteAddress ?? "";
      const forwarded = context.req.header("x-forwarded-for") ?? "";
      known.set(context.req.raw, networkAddress(socket, forwarded, trust));
    },
    of: (request) => known.get(request) ?? "",
  };
}
