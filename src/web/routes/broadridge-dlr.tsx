import { createFileRoute } from "@tanstack/react-router";
import { broadridgeDlr } from "../screens/broadridgeDlr";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/broadridge-dlr")({
  ...screenRoute(
    "/broadridge-dlr",
    "page",
    async () => (await import("../screens/broadridgeDlr")).broadridgeDlr,
  ),
  component: () => <ScreenPage screen={broadridgeDlr} />,
});
