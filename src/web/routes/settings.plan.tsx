import { createFileRoute } from "@tanstack/react-router";
import { PlanSettings } from "../features/settings/PlanSettings";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/settings/plan")({
  loader: () => ({ crumb: "Plan" }),
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Plan",
      description: "What your plan includes and how to change it.",
    }),
  component: PlanSettings,
});
