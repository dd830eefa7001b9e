import { createFileRoute } from "@tanstack/react-router";
import { AccessCheck } from "../features/records/AccessCheck";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/admin/api_access_check")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Check API access",
      description: "Administration.",
    }),
  component: AccessCheck,
});
