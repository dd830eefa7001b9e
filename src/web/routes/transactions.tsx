import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/transactions")({
  ...listRoute("transactions"),
  component: Page,
});

function Page() {
  return <ListPage name="transactions" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
