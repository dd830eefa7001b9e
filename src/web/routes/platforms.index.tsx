import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/platforms/")({
  ...listRoute("platforms"),
  component: Page,
});

function Page() {
  return <ListPage name="platforms" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
