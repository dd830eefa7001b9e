import { createFileRoute } from "@tanstack/react-router";
import { DocsIndex } from "../features/docs/DocsIndex";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/docs/")({
  loader: ({ context: { queryClient, trpc } }) =>
    queryClient.query({ ...trpc.reference.list.queryOptions(), staleTime: "static" }).then(() => null),
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "API Documentation",
      description: "The data API: every endpoint with its fields, a sample response, code and errors.",
      path: "/docs",
    }),
  component: DocsIndex,
});
