import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/loans")({
  ...listRoute("loans"),
  component: Page,
});

function Page() {
  return <ListPage name="loans" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
