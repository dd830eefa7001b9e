import { createFileRoute } from "@tanstack/react-router";
import { network } from "../screens/network";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/networks/$slug")({
  ...screenRoute("/networks/:slug", "page", async () => (await import("../screens/network")).network),
  component: () => <ScreenPage screen={network} />,
});
