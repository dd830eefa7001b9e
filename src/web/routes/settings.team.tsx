import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { TeamSettings } from "../features/settings/organizations/TeamSettings";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/team")({
  // Errors are shown by the component.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.team.get.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) =>
    settingsMeta(match.context.site, "/settings/team", "Members of your organization and invitations."),
  component: TeamSettings,
});
