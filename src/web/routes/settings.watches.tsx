import { createFileRoute } from "@tanstack/react-router";
import { settingsMeta } from "../features/settings/settingsMeta";
import { WatchesSettings } from "../features/watches/WatchesSettings";

export const Route = createFileRoute("/settings/watches")({
  head: ({ match }) => settingsMeta(match.context.site, "/settings/watches", "Watches and webhooks."),
  component: WatchesSettings,
});
