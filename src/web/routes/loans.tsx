import { createFileRoute } from "@tanstack/react-router";
import { loans } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/loans")({
  ...screenRoute("/loans", "table", async () => (await import("../screens/lists")).loans),
  component: () => <ScreenPage screen={loans} />,
});
