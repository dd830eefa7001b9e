import { createFileRoute } from "@tanstack/react-router";
import { ApiKeyPage } from "../features/settings/keys/ApiKeyPage";
import { loadApiKeys } from "../features/settings/keys/loadApiKeys";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/tools/api/api-keys")({
  loader: ({ context }) => loadApiKeys(context),
  head: ({ match }) =>
    pageMeta({ site: match.context.site, title: "API Tools", description: "Data API keys and tools." }),
  component: ApiKeyPage,
});
