import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { overview } from "../screens/overview";

export const Route = createFileRoute("/")({
  ...screenRoute("/", "chart", async () => (await import("../screens/overview")).overview),
  component: () => <ScreenPage screen={overview} />,
});
