import { createFileRoute } from "@tanstack/react-router";
import { PartnerKey } from "../features/records/PartnerKey";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/admin/api_access_partner_key")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Key for a partner",
      description: "Administration.",
    }),
  component: PartnerKey,
});
