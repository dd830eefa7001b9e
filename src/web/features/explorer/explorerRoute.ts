import type { ExplorerFamily } from "#domain/screens";
import type { RouterContext } from "../../rpc/routerContext";
import { pageMeta } from "../shell/pageMeta";
import { type ExplorerSearch, readExplorerSearch } from "./explorerSearch";

interface LoaderRequest {
  context: RouterContext;
  params: { slug: string };
  deps: ExplorerSearch;
}

/** Route options of an explorer page, without its component. */
export const explorerRoute = (base: ExplorerFamily["base"]) => ({
  validateSearch: readExplorerSearch,
  loaderDeps: ({ search: { query } }: { search: ExplorerSearch }) => ({ query }),
  // Imported by the loader, so that other pages do not load the list of endpoints.
  loader: async ({ context, params, deps }: LoaderRequest) =>
    (await import("./loadExplorer")).loadExplorer(context, { base, name: params.slug, query: deps.query }),
  head: ({ match, params }: { match: { context: RouterContext }; params: { slug: string } }) =>
    pageMeta({
      site: match.context.site,
      title: `Explorer: ${params.slug}`,
      description: "Build a data API query and see the response.",
    }),
});
