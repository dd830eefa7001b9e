import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WatchedKind, Watchlist } from "#domain";
import { errorMessage } from "../../rpc/errorMessage";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";
import { showToast } from "../../ui/toasts/toast";
import { useCaller } from "../people/session/useCaller";

/** Of every change of a watchlist, whichever star made it. */
const CHANGES = ["watchlist changes"];

/** What somebody watches of a kind, and how that changes. */
export interface Watching {
  ids: ReadonlySet<number>;
  /** Adds what is not watched, and takes off what is. */
  toggle: (id: number) => void;
}

/** The watchlist of whoever is signed in: one on the page of an entity, in tables and on its own page. Null for visitors. */
export function useWatchlist(kind: WatchedKind | null): Watching | null {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const isSignedIn = useCaller().id !== "";
  const { queryKey } = trpc.watchlist.get.queryOptions();
  const { data } = useQuery({ ...trpc.watchlist.get.queryOptions(), enabled: isSignedIn && kind !== null });
  const settle = {
    onError: (error: unknown) => showToast({ message: errorMessage(error), variant: "danger" }),
    // Once the last of several changes is kept: what is read before would take back those that come after.
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
      // At once, before the server has answered; what holds is asked afterwards, and nothing that was asked before counts.
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
