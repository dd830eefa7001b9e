import { createFileRoute } from "@tanstack/react-router";
import { AdministeredUser } from "../features/administration/AdministeredUser";
import { historyQuery } from "../features/administration/historyQuery";
import { pageMeta } from "../features/shell/pageMeta";
import { orNotFound } from "../rpc/orNotFound";

export const Route = createFileRoute("/admin/users/$userId")({
  loader: async ({ context: { queryClient, trpc }, params: { userId } }) => {
    const [{ user }] = await orNotFound(
      Promise.all([
        queryClient.query(trpc.administration.user.queryOptions({ userId })),
        queryClient.query(trpc.records.list.queryOptions(historyQuery(userId))),
      ]),
    );
    return { crumb: user.email };
  },
  head: ({ match, loaderData }) =>
    pageMeta({ site: match.context.site, title: loaderData?.crumb ?? "User", description: "A user." }),
  component: AdministeredUser,
});
