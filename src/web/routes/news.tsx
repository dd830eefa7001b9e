import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { news } from "../screens/news";

export const Route = createFileRoute("/news")({
  ...screenRoute("/news", "table", async () => (await import("../screens/news")).news),
  component: () => <ScreenPage screen={news} />,
});
