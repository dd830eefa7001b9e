import { createFileRoute } from "@tanstack/react-router";
import { AssetNotFound } from "../features/asset/AssetNotFound";
import { asset } from "../screens/asset";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/assets/$slug")({
  ...screenRoute("/assets/:slug", "chart", async () => (await import("../screens/asset")).asset),
  component: () => <ScreenPage screen={asset} />,
  notFoundComponent: ({ data }) => <AssetNotFound data={data} />,
});
