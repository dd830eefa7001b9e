import { createFileRoute } from "@tanstack/react-router";
import { transactions } from "../screens/lists";
import { ScreenPage } from "../screens/ScreenPage";
import { screenRoute } from "../screens/screenRoute";

export const Route = createFileRoute("/transactions")({
  ...screenRoute("/transactions", "cursors", async () => (await import("../screens/lists")).transactions),
  component: () => <ScreenPage screen={transactions} />,
});
