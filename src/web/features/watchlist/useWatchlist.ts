import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WatchedKind, Watchlist } from "#domain/people";
import { errorMessage } from "../../rpc/errorMessage";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";
import { showToast } from "../../ui/toasts/toast";
import { useCaller } from "../people/session/useCaller";

/** Mutation key of all watchlist changes. */
const CHANGES = ["watchlist changes"];

/** The user's watched entities of a kind, and their setter. */
export interface Watching {
  ids: ReadonlySet<number>;
  /** Adds the entity if it is not on the watchlist, else removes it. */
  toggle: (id: number) => void;
}

/**
 * The user's watchlist, shared by entity pages, tables and its own page. Null for visitors without an
 * account.
 */
export function useWatchlist(kind: WatchedKind | null): Watching | null {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const isSignedIn = useCaller().id !== "";
  const { queryKey } = trpc.watchlist.get.queryOptions();
  const { data } = useQuery({ ...trpc.watchlist.get.queryOptions(), enabled: isSignedIn && kind !== null });
  const settle = {
    onError: (error: unknown) => showToast({ message: errorMessage(error), variant: "danger" }),
    // Refetches after the last of several changes: an earlier response would revert later changes.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: CHANGES }) === 1) {
        await refetchChanged(queryClient, { queryKey });
      }
    },
  };
  const add = useMutation({ ...trpc.watchlist.add.mutationOptions(settle), mutationKey: CHANGES });
  const remove = useMutation({ ...trpc.watchlist.remove.mutationOptions(settle), mutationKey: CHANGES });
  if (!isSignedIn || kind === null) return null;
  const ids = new Set((data?.items ?? []).flatMap((item) => (item.kind === kind ? [item.id] : [])));
  return {
    ids,
    toggle: (id) => {
      const isWatched = ids.has(id);
      // Optimistic update. Cancels earlier requests, whose responses would revert it; the change refetches
      // the list.
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Watchlist>(
        queryKey,
        (before) => before && changed(before, { kind, id, isWatched }),
      );
      (isWatched ? remove : add).mutate({ kind, id });
    },
  };
}

function changed(
  { items, since }: Watchlist,
  { kind, id, isWatched }: { kind: WatchedKind; id: number; isWatched: boolean },
): Watchlist {
  const others = items.filter((item) => item.kind !== kind || item.id !== id);
  return { since, items: isWatched ? others : [{ kind, id, addedAt: new Date().toISOString() }, ...others] };
}
