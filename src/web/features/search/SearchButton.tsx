import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useTrpc } from "../../rpc/useTrpc";
import { isDialogOpen, isTextInput } from "../../ui/controls/focus";

/** The parts of a key press that decide whether it opens the search. */
export interface KeyFacts {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  /** True if the focus is in a text field. */
  isTyping: boolean;
}

/** ⌘K or Ctrl-K anywhere, and `/` outside text fields. */
export const opensSearch = ({ key, metaKey, ctrlKey, altKey, isTyping }: KeyFacts): boolean =>
  altKey
    ? false
    : metaKey || ctrlKey
      ? key.toLowerCase() === "k" && metaKey !== ctrlKey
      : key === "/" && !isTyping;

const loadDialog = () => import("./SearchDialog");
const SearchDialog = lazy(() => loadDialog().then((module) => ({ default: module.SearchDialog })));

/** Opens the global search by click, ⌘K, Ctrl-K or `/`. Its code and index load on demand. */
export function SearchButton() {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const trpc = useTrpc();

  const prepare = useCallback(() => {
    void loadDialog();
    void queryClient.prefetchQuery({
      ...trpc.search.getInitialSearchGroups.queryOptions(),
      meta: { dehydrate: false },
    });
  }, [queryClient, trpc]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (!opensSearch({ ...keysOf(event), isTyping: isTextInput(event.target) })) return;
      if (isDialogOpen()) return;
      event.preventDefault();
      setWanted(true);
      setOpen(true);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="js-only inline-flex h-control-sm items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-muted text-sm hover:bg-hover hover:text-ink sm:w-44"
      >
        <Search aria-hidden="true" className="size-3.5" />
        <span className="max-sm:hidden">Search</span>
        <kbd className="ml-auto rounded-sm border bg-sunken px-1 font-sans text-2xs text-faint max-sm:hidden">
          Ctrl K
        </kbd>
      </button>
      {wanted && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

const keysOf = ({ key, metaKey, ctrlKey, altKey }: KeyboardEvent) => ({ key, metaKey, ctrlKey, altKey });
