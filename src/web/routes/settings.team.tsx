import { createFileRoute } from "@tanstack/react-router";
import { TeamSettings } from "../features/settings/TeamSettings";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/settings/team")({
  loader: () => ({ crumb: "Team" }),
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Team",
      description: "Members of your organization and invitations.",
    }),
  component: TeamSettings,
});
