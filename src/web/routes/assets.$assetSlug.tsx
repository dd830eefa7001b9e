import { createFileRoute, notFound } from "@tanstack/react-router";
import { AssetNotFound } from "../features/asset/AssetNotFound";
import { AssetPage } from "../features/asset/AssetPage";
import { loadAsset } from "../features/asset/loadAsset";
import { suggestAssets } from "../features/asset/suggestAssets";
import { readChartSearch } from "../features/chartView/chartSearch";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/assets/$assetSlug")({
  validateSearch: readChartSearch,
  staticData: { isEmbeddable: true },
  loaderDeps: ({ search }) => readChartSearch({ ...search }),
  loader: async ({ context, params, deps }) => {
    const asset = await loadAsset(context, params.assetSlug, deps);
    if (asset === null) {
      const suggestions = await suggestAssets(context, params.assetSlug);
      throw notFound({
        data: {
          slug: params.assetSlug,
          suggestions: suggestions.map(({ slug, name, ticker }) => ({ slug, name, ticker })),
        },
      });
    }
    return {
      crumb: String(asset.name),
      ticker: String(asset.ticker),
      // The route of a class is its slug.
      under: `/${String(asset.asset_class_slug)}`,
    };
  },
  head: ({ match, loaderData, params }) =>
    loaderData === undefined
      ? pageMeta({ site: match.context.site, title: "Asset not found", description: "No such asset." })
      : pageMeta({
          site: match.context.site,
          title: `${loaderData.crumb} (${loaderData.ticker})`,
          description: `${loaderData.crumb}: value, holders, tokens, activity and the source of each figure.`,
          path: `/assets/${params.assetSlug}`,
        }),
  component: Page,
  notFoundComponent: ({ data }) => <AssetNotFound data={data} />,
});

function Page() {
  return <AssetPage slug={Route.useParams().assetSlug} search={Route.useLoaderDeps()} />;
}
