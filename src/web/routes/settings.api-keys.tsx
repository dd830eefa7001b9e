import { createFileRoute } from "@tanstack/react-router";
import { ApiKeySettings } from "../features/settings/keys/ApiKeySettings";
import { loadApiKeys } from "../features/settings/keys/loadApiKeys";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/api-keys")({
  loader: ({ context }) => loadApiKeys(context),
  head: ({ match }) => settingsMeta(match.context.site, "/settings/api-keys", "Data API keys."),
  component: ApiKeySettings,
});
