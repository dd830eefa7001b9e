import { createFileRoute } from "@tanstack/react-router";
import { ApiKeySettings } from "../features/settings/ApiKeySettings";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/settings/api-keys")({
  loader: () => ({ crumb: "API Keys" }),
  head: ({ match }) =>
    pageMeta({ site: match.context.site, title: "API Keys", description: "Keys of the data API." }),
  component: ApiKeySettings,
});
