import { useLocation, useMatches, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** The path of the page that is shown. The router's location is that of the next one already while it is fetched. */
export function useShownPath(): string {
  const asked = useLocation({ select: ({ pathname }) => pathname });
  return useMatches({ select: pathOfPage }) ?? asked;
}

/** Tells whether the reader has asked for another page than the one that is shown. */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  const pathname = useShownPath();
  return useCallback(() => router.latestLocation.pathname !== pathname, [router, pathname]);
}

/**
 * What a choice on the shown page adds to: given the address as it stands, in which earlier choices are that the page does
 * not show yet, or, where that is another page's already, the address of the shown page.
 */
export function useShownSearch(): (current: object) => object {
  const isLeaving = useIsLeaving();
  const own = useMatches({ select: searchOfPage });
  return useCallback((current) => (isLeaving() ? own : current), [isLeaving, own]);
}

/** Changes the address of the shown page by what it was last asked for. `replace` keeps the step out of the history. */
export function useSearchChange(): (
  change: (asked: object) => object,
  options?: { replace?: boolean },
) => void {
  const navigate = useNavigate();
  const pathname = useShownPath();
  const shownSearch = useShownSearch();
  return useCallback(
    (change, { replace = false } = {}) => {
      void navigate({
        to: pathname,
        search: (current: object) => change(shownSearch(current)),
        resetScroll: false,
        replace,
      });
    },
    [navigate, pathname, shownSearch],
  );
}

/** Routes of lists end with a slash, addresses do not. An address without a page has no match but the site's. */
const pathOfPage = ([, ...matches]: readonly { pathname: string }[]): string | null =>
  matches.at(-1)?.pathname.replace(/(.)\/$/, "$1") ?? null;

const searchOfPage = (matches: readonly { search: object }[]): object => matches.at(-1)?.search ?? {};
