import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { OrganizationsSettings } from "../features/settings/organizations/OrganizationsSettings";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/organizations")({
  // Errors are shown by the component.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.organizations.get.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) =>
    settingsMeta(match.context.site, "/settings/organizations", "Organizations and invitations."),
  component: OrganizationsSettings,
});
