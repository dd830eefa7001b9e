import { createFileRoute } from "@tanstack/react-router";
import { dataPartners } from "../screens/dataPartners";
import { ScreenPage } from "../screens/frame/ScreenPage";
import { screenRoute } from "../screens/frame/screenRoute";

export const Route = createFileRoute("/data-partners")({
  ...screenRoute(
    "/data-partners",
    "table",
    async () => (await import("../screens/dataPartners")).dataPartners,
  ),
  component: () => <ScreenPage screen={dataPartners} />,
});
