import { skipToken } from "@tanstack/react-query";
import type { SubjectType } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";

export interface ExplainedSubject {
  entityType: SubjectType;
  entityId: number;
}

/** Where the figure of a metric comes from; nothing is asked where no metric is named. */
export const explainOptions = (
  trpc: RouterContext["trpc"],
  subject: ExplainedSubject,
  metric: string | undefined,
) => trpc.market.explain.queryOptions(metric === undefined ? skipToken : { ...subject, metric });

/** Fetches what the open explanation reads, for a loader. A figure that cannot be explained does not cost the page. */
export async function loadExplanation(
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  subject: ExplainedSubject,
  metric: string | undefined,
): Promise<void> {
  if (metric === undefined) return;
  await queryClient
    .query({ ...trpc.market.explain.queryOptions({ ...subject, metric }), staleTime: "static" })
    .then(
      () => undefined,
      () => undefined,
    );
}
