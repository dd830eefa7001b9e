import { createFileRoute } from "@tanstack/react-router";
import { overview } from "../screens/overview";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/")({
  ...screenRoute("/", "chart", async () => (await import("../screens/overview")).overview),
  component: () => <ScreenPage screen={overview} />,
});
