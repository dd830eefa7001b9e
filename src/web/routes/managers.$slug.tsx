import { createFileRoute } from "@tanstack/react-router";
import { manager } from "../screens/participants";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/managers/$slug")({
  ...screenRoute("/managers/:slug", "page", async () => (await import("../screens/participants")).manager),
  component: () => <ScreenPage screen={manager} />,
});
