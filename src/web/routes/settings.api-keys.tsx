import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ApiKeySettings } from "../features/settings/ApiKeySettings";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/api-keys")({
  // A failure is told where the answer is shown.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.apiKeys.list.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) => settingsMeta(match.context.site, "/settings/api-keys", "Data API keys."),
  component: ApiKeySettings,
});
