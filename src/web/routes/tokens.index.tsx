import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/tokens/")({
  ...listRoute("tokens"),
  component: Page,
});

function Page() {
  return <ListPage name="tokens" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
