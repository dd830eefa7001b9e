import { createFileRoute, notFound, redirect } from "@tanstack/react-router";
import { readPageSearch } from "../features/chartView/pageSearch";
import { loadNetwork } from "../features/network/loadNetwork";
import { NetworkPage } from "../features/network/NetworkPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/networks/$networkSlug")({
  validateSearch: readPageSearch,
  staticData: { isEmbeddable: true },
  loaderDeps: ({ search }) => readPageSearch({ ...search }),
  loader: async ({ context, params, deps }) => {
    const loaded = await loadNetwork(context, params.networkSlug, deps);
    if (loaded === null) throw notFound();
    if ("slug" in loaded) {
      throw redirect({
        to: "/networks/$networkSlug",
        params: { networkSlug: loaded.slug },
        search: deps,
        statusCode: 301,
      });
    }
    return loaded;
  },
  head: ({ match, loaderData, params }) =>
    loaderData === undefined
      ? pageMeta({ site: match.context.site, title: "Network not found", description: "No such network." })
      : pageMeta({
          site: match.context.site,
          title: loaderData.crumb,
          description: `Tokenized assets on ${loaderData.crumb}: value by asset class, holders, activity and every asset.`,
          path: `/networks/${params.networkSlug}`,
        }),
  component: Page,
});

function Page() {
  return (
    <NetworkPage
      slug={Route.useParams().networkSlug}
      search={Route.useLoaderDeps()}
      table={Route.useLoaderData().table}
    />
  );
}
