import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { invest } from "../screens/invest";

export const Route = createFileRoute("/invest")({
  ...screenRoute("/invest", "table", async () => (await import("../screens/invest")).invest),
  component: () => <ScreenPage screen={invest} />,
});
