import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/issuers/")({
  ...listRoute("issuers"),
  component: Page,
});

function Page() {
  return <ListPage name="issuers" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
