import { createFileRoute } from "@tanstack/react-router";
import { invest } from "../screens/invest";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/invest")({
  ...screenRoute("/invest", "table", async () => (await import("../screens/invest")).invest),
  component: () => <ScreenPage screen={invest} />,
});
