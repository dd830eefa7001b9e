import { createFileRoute } from "@tanstack/react-router";
import { AdministeredOrganization } from "../features/administration/AdministeredOrganization";
import { historyQuery } from "../features/administration/historyQuery";
import { pageMeta } from "../features/shell/pageMeta";
import { orNotFound } from "../rpc/orNotFound";

export const Route = createFileRoute("/admin/organizations/$organizationId")({
  loader: async ({ context: { queryClient, trpc }, params: { organizationId } }) => {
    const [{ name }] = await orNotFound(
      Promise.all([
        queryClient.query(trpc.administration.organization.queryOptions({ organizationId })),
        queryClient.query(trpc.records.list.queryOptions(historyQuery(organizationId))),
      ]),
    );
    return { crumb: name };
  },
  head: ({ match, loaderData }) =>
    pageMeta({
      site: match.context.site,
      title: loaderData?.crumb ?? "Organization",
      description: "An organization.",
    }),
  component: AdministeredOrganization,
});
