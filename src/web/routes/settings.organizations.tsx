import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { OrganizationsSettings } from "../features/settings/OrganizationsSettings";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/settings/organizations")({
  // A failure is told where the answer is shown.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.organizations.get.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Organizations",
      description: "Your organizations, invitations to you and requests to join.",
    }),
  component: OrganizationsSettings,
});
