import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/government-bonds")({
  ...classRoute("government-bonds"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage
      slug="government-bonds"
      search={Route.useLoaderDeps()}
      table={Route.useLoaderData().table}
    />
  );
}
