import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { AccountSettings } from "../features/settings/account/AccountSettings";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/")({
  // Errors are shown by the component.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.userSettings.sessions.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) => settingsMeta(match.context.site, "/settings", "Theme, sessions and your data."),
  component: AccountSettings,
});
