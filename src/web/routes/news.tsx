import { createFileRoute } from "@tanstack/react-router";
import { news } from "../screens/news";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/news")({
  ...screenRoute("/news", "table", async () => (await import("../screens/news")).news),
  component: () => <ScreenPage screen={news} />,
});
