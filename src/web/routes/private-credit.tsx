import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/private-credit")({
  ...classRoute("private-credit"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage
      slug="private-credit"
      search={Route.useLoaderDeps()}
      table={Route.useLoaderData().table}
    />
  );
}
