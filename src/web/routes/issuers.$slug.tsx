import { createFileRoute } from "@tanstack/react-router";
import { issuer } from "../screens/participants";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/issuers/$slug")({
  ...screenRoute("/issuers/:slug", "page", async () => (await import("../screens/participants")).issuer),
  component: () => <ScreenPage screen={issuer} />,
});
