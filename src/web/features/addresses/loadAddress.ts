import { notFound } from "@tanstack/react-router";
import type { RouterContext } from "../../rpc/routerContext";

export interface AddressParams {
  network: string;
  address: string;
}

/** Prefetches the data of the page of an address. @throws not found, with the reason as its data */
export async function loadAddress({ queryClient, trpc }: RouterContext, params: AddressParams) {
  const found = await queryClient.query({
    ...trpc.market.address.queryOptions(params),
    staleTime: "static",
  });
  if (found.state === "missing") throw notFound({ data: found.reason });
  return { state: found.state };
}
