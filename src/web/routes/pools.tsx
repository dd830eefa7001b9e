import { createFileRoute } from "@tanstack/react-router";
import { pools } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/pools")({
  ...screenRoute("/pools", "table", async () => (await import("../screens/lists")).pools),
  component: () => <ScreenPage screen={pools} />,
});
