import type { RouterContext } from "../../routes/__root";
import { loadChart } from "../chartView/chartData";
import { chartState } from "../chartView/chartSearch";
import { loadStatus } from "../chartView/marketStatus";
import type { PageSearch } from "../chartView/pageSearch";
import { loadExplanation } from "../provenance/explainQuery";
import { loadTable, type TableFields } from "../table/loadTable";
import { networkOptions, networkTable, onNetwork, parentOptions } from "./networkQueries";
import { networkChart, networkGroups } from "./networkSet";

export interface LoadedNetwork {
  /** Name of the network, for the breadcrumb. */
  crumb: string;
  table: TableFields;
}

/**
 * Fetches what the page of a network reads. Null for a slug that no network
 * has; the network's own slug alone where another one was asked for.
 */
export async function loadNetwork(
  context: RouterContext,
  slug: string,
  search: PageSearch,
): Promise<LoadedNetwork | { slug: string } | null> {
  const { queryClient, trpc } = context;
  const [status, found] = await Promise.all([
    loadStatus(context),
    queryClient.query({ ...networkOptions(trpc, slug), staleTime: "static" }),
  ]);
  const network = found.results[0];
  if (network === undefined) return null;
  if (network.slug !== slug) return { slug: String(network.slug) };
  const state = chartState(search, networkChart, { groups: networkGroups });
  const parent = network.parent_network_id;
  const [table] = await Promise.all([
    loadTable(context, networkTable(slug), search),
    loadChart(context, state, { filter: onNetwork(slug), asOf: status.as_of }),
    ...(typeof parent === "number"
      ? [queryClient.query({ ...parentOptions(trpc, parent), staleTime: "static" })]
      : []),
    loadExplanation(context, { entityType: "network", entityId: Number(network.id) }, search.explain),
  ]);
  return { crumb: String(network.name), table };
}
