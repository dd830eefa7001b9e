import { createFileRoute } from "@tanstack/react-router";
import { issuers } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/issuers/")({
  ...screenRoute("/issuers", "table", async () => (await import("../screens/lists")).issuers),
  component: () => <ScreenPage screen={issuers} />,
});
