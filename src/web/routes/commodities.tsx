import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/commodities")({
  ...classRoute("commodities"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage slug="commodities" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />
  );
}
