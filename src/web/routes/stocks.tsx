import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/stocks")({
  ...classRoute("stocks"),
  component: Page,
});

function Page() {
  return <AssetClassPage slug="stocks" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
