import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/institutional-funds")({
  ...classRoute("institutional-funds"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage
      slug="institutional-funds"
      search={Route.useLoaderDeps()}
      table={Route.useLoaderData().table}
    />
  );
}
