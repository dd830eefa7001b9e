import { createFileRoute } from "@tanstack/react-router";
import { explorerPage } from "#domain/screens";
import { ExplorerPage } from "../features/explorer/ExplorerPage";
import { explorerRoute } from "../features/explorer/explorerRoute";

const BASE = "/tools/api/v4";

export const Route = createFileRoute("/tools/api/v4/$slug")({
  ...explorerRoute(BASE),
  component: Explorer,
});

function Explorer() {
  const page = explorerPage(BASE, Route.useParams().slug);
  const search = Route.useSearch();
  // The loader has already responded with 404.
  return page === undefined ? null : <ExplorerPage key={page.path} page={page} search={search} />;
}
