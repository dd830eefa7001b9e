import { createFileRoute } from "@tanstack/react-router";
import { ListPage } from "../features/resourceList/ListPage";
import { listRoute } from "../features/resourceList/listRoute";

export const Route = createFileRoute("/pools")({
  ...listRoute("pools"),
  component: Page,
});

function Page() {
  return <ListPage name="pools" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
