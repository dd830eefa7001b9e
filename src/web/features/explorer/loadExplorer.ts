import { notFound, redirect } from "@tanstack/react-router";
import { type ExplorerFamily, explorerNamed, explorerPage } from "#domain/screens";
import type { RouterContext } from "../../rpc/routerContext";
import { loadStatus } from "../chartView/marketStatus";
import { endpointOptions, requestOptions } from "./explorerQueries";
import { type ExplorerSearch, queryText } from "./explorerSearch";

export interface ExplorerRequest {
  base: ExplorerFamily["base"];
  name: string;
  query: ExplorerSearch["query"];
}

/** Prefetches the data of an explorer page. */
export async function loadExplorer(
  context: RouterContext,
  { base, name, query }: ExplorerRequest,
): Promise<{ crumb: string; under: string }> {
  const page = explorerPage(base, name);
  if (page === undefined) {
    const elsewhere = explorerNamed(name);
    if (elsewhere === null) throw notFound();
    const search = query === undefined ? "" : `?${new URLSearchParams({ query: queryText(query) })}`;
    throw redirect({ href: `${elsewhere}${search}`, statusCode: 301 });
  }
  const { queryClient, trpc } = context;
  const [endpoint] = await Promise.all([
    queryClient.query(endpointOptions(trpc, page.endpoint)),
    loadStatus(context),
  ]);
  const text = queryText(query ?? endpoint.example);
  await queryClient.query({ ...requestOptions(trpc, page, text), staleTime: "static" });
  return { crumb: endpoint.title, under: "/tools/api/api-keys" };
}
