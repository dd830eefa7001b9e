import type { AssetClassSlug } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { loadChart } from "../chartView/chartData";
import { chartState } from "../chartView/chartSearch";
import { loadStatus } from "../chartView/marketStatus";
import { type PageSearch, readPageSearch } from "../chartView/pageSearch";
import { loadExplanation } from "../provenance/explainQuery";
import { pageMeta } from "../shell/pageMeta";
import { loadTable } from "../table/loadTable";
import { classBySlug } from "./classBySlug";
import { classQueries, classTable, inClass } from "./classQueries";
import { classGroups, classSet } from "./classSets";

/** What the routes of all asset classes share: their address, their data, their head. */
export function classRoute(slug: AssetClassSlug) {
  const assetClass = classBySlug(slug);
  if (assetClass === undefined) throw new Error(`There is no asset class ${slug}`);
  return {
    validateSearch: readPageSearch,
    staticData: { isEmbeddable: true } as const,
    loaderDeps: ({ search }: { search: PageSearch }) => readPageSearch({ ...search }),
    loader: async ({ context, deps }: { context: RouterContext; deps: PageSearch }) => {
      const { queryClient, trpc } = context;
      const queries = classQueries(trpc, assetClass);
      const status = await loadStatus(context);
      const state = chartState(deps, classSet(slug).chart, { groups: classGroups });
      const [table] = await Promise.all([
        loadTable(context, classTable(assetClass), deps),
        loadChart(context, state, { filter: inClass(assetClass), asOf: status.as_of }),
        queryClient.query({ ...queries.row, staleTime: "static" }),
        queryClient.query({ ...queries.byNetwork, staleTime: "static" }),
        queryClient.query({ ...queries.byPlatform, staleTime: "static" }),
        queryClient.query({ ...queries.byDistribution, staleTime: "static" }),
        loadExplanation(context, { entityType: "asset_class", entityId: assetClass.id }, deps.explain),
      ]);
      return { table };
    },
    head: ({ match }: { match: { context: RouterContext } }) =>
      pageMeta({
        site: match.context.site,
        title: assetClass.name,
        description: `${assetClass.description} Value, holders and activity by asset, network and platform.`,
        path: assetClass.route ?? undefined,
      }),
  };
}
