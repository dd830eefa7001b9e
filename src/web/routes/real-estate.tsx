import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/real-estate")({
  ...classRoute("real-estate"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage slug="real-estate" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />
  );
}
