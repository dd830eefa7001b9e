import { queryOptions } from "@tanstack/react-query";
import { notFound } from "@tanstack/react-router";
import { docsPage } from "#domain/screens";
import type { RouterContext } from "../../rpc/routerContext";
import { endpointOptions } from "../explorer/explorerQueries";

/** Query options of an endpoint's response to its example. */
export const sampleOptions = (trpc: RouterContext["trpc"], path: string) => {
  const { queryKey, queryFn } = trpc.reference.sample.queryOptions({ path });
  return queryOptions({ queryKey, queryFn, staleTime: "static" });
};

/** Prefetches the data of a documentation page. */
export async function loadDocs(
  { queryClient, trpc }: RouterContext,
  name: string,
): Promise<{ title: string; crumb: string; under: string }> {
  const page = docsPage(name);
  if (page === undefined) throw notFound();
  const [{ title }] = await Promise.all([
    queryClient.query(endpointOptions(trpc, page.endpoint)),
    queryClient.query(sampleOptions(trpc, page.endpoint)),
  ]);
  return { title, crumb: title, under: "/docs" };
}
