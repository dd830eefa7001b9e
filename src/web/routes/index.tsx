import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/")({
  head: ({ match }) => ({ meta: [{ title: `${match.context.site.brand} | Market Overview` }] }),
  component: () => <h1>Market Overview</h1>,
});
