import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/managers/")({
  ...listRoute("managers"),
  component: Page,
});

function Page() {
  return <ListPage name="managers" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
