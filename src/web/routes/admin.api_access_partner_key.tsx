import { createFileRoute } from "@tanstack/react-router";
import { PartnerKey } from "../features/records/PartnerKey";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/admin/api_access_partner_key")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Key for a partner",
      description: "Creates a restricted data API key with its own role and policies.",
    }),
  component: PartnerKey,
});
