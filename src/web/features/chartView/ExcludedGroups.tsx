import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import type { AggregateRow } from "#domain/api";
import { stablecoinScopeWords } from "#domain/people";
import type { QueryInput } from "#domain/query";
import { splitNamed } from "#domain/resources";
import type { FigureScope } from "../../rpc/apiOptions";
import type { RouterContext } from "../../rpc/routerContext";
import { useFigureScope } from "../../rpc/useTrpc";
import { SearchLink } from "../table/query/SearchLink";
import { type ChartState, MAX_COMPARED } from "./chartSearch";
import type { PageSearch } from "./pageSearch";

type Trpc = RouterContext["trpc"];

/** Query options of the compared groups that exist in a market; null without a comparison. */
function comparedOptions(trpc: Trpc, { compare, group }: ChartState) {
  const field = splitNamed("tokens", group)?.slugField;
  if (compare.length === 0 || field == null) return null;
  const query: QueryInput = {
    filter: { operator: "in", field, value: compare },
    aggregate: { groupBy: group },
    pagination: { page: 1, perPage: MAX_COMPARED },
    fields: ["bridged_token_value_dollar"],
  };
  return trpc.market.aggregates.queryOptions({ resource: "tokens", query });
}

/** Names of groups that exist only if stablecoins are included. */
export function excludedNames(all: readonly AggregateRow[], remaining: readonly AggregateRow[]): string[] {
  const remains = new Set(remaining.map(({ group }) => group.slug));
  return all.flatMap(({ group }) => (remains.has(group.slug) ? [] : [group.name]));
}

/** Prefetches the data of `ExcludedGroups` in a loader. */
export async function loadExcludedGroups(
  { queryClient, scopedTrpc }: Pick<RouterContext, "queryClient" | "scopedTrpc">,
  state: ChartState,
  scope: FigureScope,
): Promise<void> {
  if (scope.stablecoins !== "without") return;
  await Promise.all(
    [{ ...scope, stablecoins: undefined }, scope].map(async (one) => {
      const options = comparedOptions(scopedTrpc(one), state);
      if (options !== null) await queryClient.query({ ...options, staleTime: "static" });
    }),
  );
}

/** Names the compared groups that the stablecoin scope excludes; renders nothing if there are none. */
export function ExcludedGroups({ state, isEmbed }: { state: ChartState; isEmbed: boolean }) {
  const scope = useFigureScope();
  const scopedTrpc = useRouteContext({ from: "__root__", select: (context) => context.scopedTrpc });
  const isNarrowed = scope.stablecoins === "without" && state.compare.length > 0;
  const all = useCompared(scopedTrpc({ ...scope, stablecoins: undefined }), state, isNarrowed);
  const remaining = useCompared(scopedTrpc(scope), state, isNarrowed);
  if (all === undefined || remaining === undefined) return null;
  const names = excludedNames(all, remaining);
  if (names.length === 0) return null;
  return (
    <p role="note" className="mb-3 rounded-lg border bg-sunken px-4 py-3 text-md">
      Not shown {stablecoinScopeWords.without}: {names.join(", ")}.{" "}
      {!isEmbed && (
        <SearchLink<PageSearch> patch={{ stablecoins: "with" }} className="underline hover:text-ink">
          Show with stablecoins
        </SearchLink>
      )}
    </p>
  );
}

/** The compared groups that exist in a market; undefined while loading or if not enabled. */
function useCompared(trpc: Trpc, state: ChartState, enabled: boolean): readonly AggregateRow[] | undefined {
  const options = comparedOptions(trpc, state);
  const { data } = useQuery({
    ...(options ?? trpc.market.aggregates.queryOptions({ resource: "tokens" })),
    enabled: enabled && options !== null,
  });
  return enabled && options !== null ? data?.results : undefined;
}
