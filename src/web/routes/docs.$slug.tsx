import { createFileRoute } from "@tanstack/react-router";
import { docsPage } from "#domain";
import { DocsPage } from "../features/docs/DocsPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/docs/$slug")({
  // Fetched with the first loader that runs in the browser: the list of endpoints is not for every page.
  loader: async ({ context, params }) =>
    (await import("../features/docs/loadDocs")).loadDocs(context, params.slug),
  head: ({ match, params, loaderData }) =>
    pageMeta({
      site: match.context.site,
      title: `API: ${loaderData?.title ?? params.slug}`,
      description: `The data API: fields, a sample response, code and errors of ${loaderData?.title.toLowerCase() ?? params.slug}.`,
      path: `/docs/${params.slug}`,
    }),
  component: Docs,
});

function Docs() {
  const page = docsPage(Route.useParams().slug);
  // The loader answers 404 before it comes to this.
  return page === undefined ? null : <DocsPage key={page.path} page={page} />;
}
