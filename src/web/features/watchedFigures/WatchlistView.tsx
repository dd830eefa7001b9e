import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { useEffect, useState } from "react";
import { type WatchedKind, type Watchlist, watchedKinds } from "#domain/people";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";
import { Skeleton } from "../../ui/display/Skeleton";
import { useUser } from "../people/session/useUser";
import { WatchedTable } from "./WatchedTable";

/** Ids of a kind, in the order in which they were added. */
export const idsOf = ({ items }: Watchlist, kind: WatchedKind): number[] =>
  items.flatMap((item) => (item.kind === kind ? [item.id] : [])).toSorted((a, b) => a - b);

/** The user's watchlist by kind; hidden from an administrator who views the site as the user. */
export function WatchlistView() {
  const { user } = useUser();
  if (user?.viewed_by == null) return <OwnWatchlist />;
  return (
    <EmptyState icon={<Star strokeWidth={1.5} />} title="Watchlist hidden">
      A user’s watchlist is not shown while you view the site as them.
    </EmptyState>
  );
}

function OwnWatchlist() {
  const { watchlist } = useTrpc();
  const { data } = useQuery(watchlist.get.queryOptions());
  const { mutate: noteVisit } = useMutation(watchlist.visit.mutationOptions());
  // Effect: records a visit when the page is shown, not when a link to it is preloaded.
  useEffect(() => noteVisit(), [noteVisit]);
  const [shown, setShown] = useState<Watchlist | undefined>(data);
  // Removed entities stay visible, so that they can be added again; those added elsewhere appear.
  const added = data?.items.some(
    ({ kind, id }) => !shown?.items.some((one) => one.kind === kind && one.id === id),
  );
  if (data !== undefined && (shown === undefined || added)) {
    setShown({ since: shown?.since ?? data.since, items: merged(shown, data) });
  }
  if (shown === undefined) return <Skeleton className="h-40" />;
  if (shown.items.length === 0) {
    return (
      <EmptyState
        icon={<Star strokeWidth={1.5} />}
        title="Nothing on your watchlist yet"
        actions={
          <>
            <Link to="/tokens" className={buttonClass()}>
              Tokens
            </Link>
            <Link to="/networks" className={buttonClass()}>
              Networks
            </Link>
          </>
        }
      >
        Click the star on the page of an asset or a network, or in a table.
      </EmptyState>
    );
  }
  return watchedKinds.map((kind) => {
    const ids = idsOf(shown, kind);
    return ids.length > 0 && <WatchedTable key={kind} kind={kind} ids={ids} since={shown.since} />;
  });
}

const merged = (shown: Watchlist | undefined, { items }: Watchlist): Watchlist["items"] => [
  ...items,
  ...(shown?.items ?? []).filter(({ kind, id }) => !items.some((one) => one.kind === kind && one.id === id)),
];
