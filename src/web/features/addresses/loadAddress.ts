import { notFound } from "@tanstack/react-router";
import { shortAddress } from "#domain/text";
import type { RouterContext } from "../../rpc/routerContext";
import { pageMeta } from "../shell/pageMeta";

export interface AddressParams {
  network: string;
  address: string;
}

/** Prefetches the data of the page of an address. @throws not found, with the reason as its data */
export async function loadAddress({ queryClient, trpc, site }: RouterContext, params: AddressParams) {
  const found = await queryClient.query({
    ...trpc.market.address.queryOptions(params),
    staleTime: "static",
  });
  if (found.state === "missing") throw notFound({ data: found.reason });
  const { network, address } = params;
  // Here rather than in the route, which every page loads.
  const head = pageMeta({
    site,
    title: `Address ${shortAddress(address)}`,
    description: "Balances of an address in tokens with a ledger.",
    path: `/addresses/${network}/${address}`,
  });
  return { state: found.state, head };
}
