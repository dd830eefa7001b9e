import { createFileRoute } from "@tanstack/react-router";
import { ProfileSettings } from "../features/settings/ProfileSettings";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/settings/profile")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Profile",
      description: "Your name, company and interests.",
    }),
  component: ProfileSettings,
});
