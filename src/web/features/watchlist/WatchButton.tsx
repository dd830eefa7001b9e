import clsx from "clsx";
import { Star } from "lucide-react";
import type { WatchedKind } from "#domain/people";
import { Button } from "../../ui/controls/Button";
import { useWatchlist, type Watching } from "./useWatchlist";

export interface WatchStarProps {
  watching: Watching;
  id: number;
  name: string;
}

/** Adds a table row to the watchlist or removes it. */
export const WatchStar = ({ watching, id, name }: WatchStarProps) => {
  const isWatched = watching.ids.has(id);
  return (
    <Button
      variant="secondary"
      size="xs"
      square
      aria-pressed={isWatched}
      aria-label={`Add ${name} to watchlist`}
      title={isWatched ? "Remove from watchlist" : "Add to watchlist"}
      className="js-only"
      onClick={() => watching.toggle(id)}
    >
      <Face isWatched={isWatched} />
    </Button>
  );
};

export interface WatchButtonProps {
  kind: WatchedKind;
  id: number;
  name: string;
}

/** Adds an entity to the watchlist or removes it. Renders nothing for visitors without an account. */
export function WatchButton({ kind, id, name }: WatchButtonProps) {
  const watching = useWatchlist(kind);
  if (watching === null) return null;
  const isWatched = watching.ids.has(id);
  return (
    <Button
      size="sm"
      aria-pressed={isWatched}
      aria-label={`Add ${name} to watchlist`}
      className="js-only"
      onClick={() => watching.toggle(id)}
    >
      <Face isWatched={isWatched} />
      Watchlist
    </Button>
  );
}

const Face = ({ isWatched }: { isWatched: boolean }) => (
  <Star aria-hidden="true" className={clsx("size-3.5", isWatched && "fill-current text-accent")} />
);
