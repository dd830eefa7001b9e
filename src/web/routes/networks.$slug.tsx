import { createFileRoute } from "@tanstack/react-router";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";
import { network } from "../screens/network";

export const Route = createFileRoute("/networks/$slug")({
  ...screenRoute("/networks/:slug", "page", async () => (await import("../screens/network")).network),
  component: () => <ScreenPage screen={network} />,
});
