import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/corporate-bonds")({
  ...classRoute("corporate-bonds"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage
      slug="corporate-bonds"
      search={Route.useLoaderDeps()}
      table={Route.useLoaderData().table}
    />
  );
}
