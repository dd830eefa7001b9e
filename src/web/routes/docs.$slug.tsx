import { createFileRoute } from "@tanstack/react-router";
import { docsPage } from "#domain";
import { DocsPage } from "../features/docs/DocsPage";
import { NotFoundPage } from "../features/shell/NotFoundPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/docs/$slug")({
  // Fetched with the first loader that runs in the browser: the list of endpoints is not for every page.
  loader: async ({ context, params }) =>
    (await import("../features/docs/loadDocs")).loadDocs(context, params.slug),
  head: ({ match: { context }, params, loaderData }) =>
    loaderData === undefined
      ? pageMeta({
          site: context.site,
          title: "Page not found",
          description: "No such page of the data API.",
        })
      : pageMeta({
          site: context.site,
          title: `API: ${loaderData.title}`,
          description: `The data API: fields, a sample response, code and errors of ${loaderData.title.toLowerCase()}.`,
          path: `/docs/${params.slug}`,
        }),
  component: Docs,
  notFoundComponent: NotFoundPage,
});

function Docs() {
  const page = docsPage(Route.useParams().slug);
  // The loader answers 404 before it comes to this.
  return page === undefined ? null : <DocsPage key={page.path} page={page} />;
}
