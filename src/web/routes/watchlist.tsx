import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { watchlist } from "../screens/watchlist";

export const Route = createFileRoute("/watchlist")({
  ...screenRoute("/watchlist", "table", async () => (await import("../screens/watchlist")).watchlist),
  component: () => <ScreenPage screen={watchlist} />,
});
