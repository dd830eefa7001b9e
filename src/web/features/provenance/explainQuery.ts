import { skipToken } from "@tanstack/react-query";
import type { SubjectType } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";

export interface ExplainedSubject {
  entityType: SubjectType;
  entityId: number;
}

/** Query options of a metric's provenance; disabled without a metric. */
export const explainOptions = (
  trpc: RouterContext["trpc"],
  subject: ExplainedSubject,
  metric: string | undefined,
) => trpc.market.explain.queryOptions(metric === undefined ? skipToken : { ...subject, metric });

/** Prefetches the open explanation in a loader. Errors do not fail the page. */
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
