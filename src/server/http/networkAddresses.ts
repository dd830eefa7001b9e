import type { Context } from "hono";
import { networkAddress } from "./networkAddress";

/** Addresses that requests come from: noted as they arrive, asked for wherever the request has got to. */
export interface NetworkAddresses {
  note(context: Context): void;
  of(request: Request): string;
}

interface NodeEnvironment {
  incoming?: { socket?: { remoteAddress?: string } };
}

export function createNetworkAddresses({ trustProxy }: { trustProxy: boolean }): NetworkAddresses {
  const known = new WeakMap<Request, string>();
  return {
    note: (context) => {
      const environment: NodeEnvironment | undefined = context.env;
      const forwarded = trustProxy ? (context.req.header("x-forwarded-for") ?? "") : null;
      known.set(
        context.req.raw,
        networkAddress(environment?.incoming?.socket?.remoteAddress ?? "", forwarded),
      );
    },
    of: (request) => known.get(request) ?? "",
  };
}
