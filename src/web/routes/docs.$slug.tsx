import { createFileRoute } from "@tanstack/react-router";
import { docsPage } from "#domain/screens";
import { DocsPage } from "../features/docs/DocsPage";
import { NotFoundPage } from "../features/shell/NotFoundPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/docs/$slug")({
  // Imported by the loader, so that other pages do not load the list of endpoints.
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
  // The loader has already responded with 404.
  return page === undefined ? null : <DocsPage key={page.path} page={page} />;
}
