import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ApiKeyPage } from "../features/settings/ApiKeyPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/tools/api/api-keys")({
  // A failure is told where the answer is shown.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.apiKeys.list.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) =>
    pageMeta({ site: match.context.site, title: "API Tools", description: "Data API keys and tools." }),
  component: ApiKeyPage,
});
