import { createFileRoute } from "@tanstack/react-router";
import { platform } from "../screens/participants";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/platforms/$slug")({
  ...screenRoute("/platforms/:slug", "page", async () => (await import("../screens/participants")).platform),
  component: () => <ScreenPage screen={platform} />,
});
