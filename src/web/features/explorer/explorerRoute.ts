import type { ExplorerFamily } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";
import { pageMeta } from "../shell/pageMeta";
import { type ExplorerSearch, readExplorerSearch } from "./explorerSearch";

interface LoaderRequest {
  context: RouterContext;
  params: { slug: string };
  deps: ExplorerSearch;
}

/** What the routes of the explorer's pages are made of, beside their component. */
export const explorerRoute = (base: ExplorerFamily["base"]) => ({
  validateSearch: readExplorerSearch,
  loaderDeps: ({ search: { query } }: { search: ExplorerSearch }) => ({ query }),
  // Fetched with the first loader that runs in the browser: the list of endpoints is not for every page.
  loader: async ({ context, params, deps }: LoaderRequest) =>
    (await import("./loadExplorer")).loadExplorer(context, { base, name: params.slug, query: deps.query }),
  head: ({ match, params }: { match: { context: RouterContext }; params: { slug: string } }) =>
    pageMeta({
      site: match.context.site,
      title: `Explorer: ${params.slug}`,
      description: "Build a data API query and see the response.",
    }),
});
