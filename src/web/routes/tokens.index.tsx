import { createFileRoute } from "@tanstack/react-router";
import { tokens } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/tokens/")({
  ...screenRoute("/tokens", "table", async () => (await import("../screens/lists")).tokens),
  component: () => <ScreenPage screen={tokens} />,
});
