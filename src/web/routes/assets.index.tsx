import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/assets/")({
  ...listRoute("assets"),
  component: Page,
});

function Page() {
  return <ListPage name="assets" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
