import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../features/shell/PageHeader";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Market Overview",
      description:
        "Tokenized real-world assets at a glance: value, holders and activity by asset class and network.",
      path: "/",
    }),
  component: () => (
    <PageHeader
      title="Market Overview"
      description="Tokenized real-world assets by asset class and network."
    />
  ),
});
