import { createFileRoute } from "@tanstack/react-router";
import { ProfileSettings } from "../features/settings/account/ProfileSettings";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/profile")({
  head: ({ match }) =>
    settingsMeta(match.context.site, "/settings/profile", "Your name, company and interests."),
  component: ProfileSettings,
});
