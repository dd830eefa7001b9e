import { createFileRoute } from "@tanstack/react-router";
import { AssetClassPage } from "../features/assetClass/AssetClassPage";
import { classRoute } from "../features/assetClass/classRoute";

export const Route = createFileRoute("/treasuries")({
  ...classRoute("treasuries"),
  component: Page,
});

function Page() {
  return (
    <AssetClassPage slug="treasuries" search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />
  );
}
