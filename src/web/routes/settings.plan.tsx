import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { PlanSettings } from "../features/settings/PlanSettings";
import { settingsMeta } from "../features/settings/settingsMeta";

export const Route = createFileRoute("/settings/plan")({
  // Errors are shown by the component.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.plan.get.queryOptions(), retry: false }).catch(noop);
  },
  head: ({ match }) =>
    settingsMeta(match.context.site, "/settings/plan", "What your plan includes and how to change it."),
  component: PlanSettings,
});
