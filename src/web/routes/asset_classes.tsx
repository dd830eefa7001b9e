import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/asset_classes")({
  ...listRoute("asset_classes"),
  component: Page,
});

function Page() {
  return <ListPage name="asset_classes" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
