import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/stablecoins")({
  ...classRoute("stablecoins"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage slug="stablecoins" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />
  );
}
