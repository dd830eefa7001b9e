import { createFileRoute } from "@tanstack/react-router";
import { AccountSettings } from "../features/settings/AccountSettings";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/settings/")({
  loader: () => ({ crumb: "Settings" }),
  head: ({ match }) =>
    pageMeta({ site: match.context.site, title: "Settings", description: "Theme, sessions and your data." }),
  component: AccountSettings,
});
