import { createFileRoute } from "@tanstack/react-router";
import { assets } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/assets/")({
  ...screenRoute("/assets", "table", async () => (await import("../screens/lists")).assets),
  component: () => <ScreenPage screen={assets} />,
});
