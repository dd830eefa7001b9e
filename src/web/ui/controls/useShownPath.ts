import { useLocation, useMatches, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * The path of the current page. The router's location is already that of the next page while it is fetched.
 */
export function useShownPath(): string {
  const requested = useLocation({ select: ({ pathname }) => pathname });
  return useMatches({ select: pathOfPage }) ?? requested;
}

/** Returns a function that is true while another page is being fetched. */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  const pathname = useShownPath();
  return useCallback(() => router.latestLocation.pathname !== pathname, [router, pathname]);
}

/**
 * Base of a change on the current page: the requested search parameters, including earlier changes that are
 * not shown yet, or those of the current page if the router's location is already another page.
 */
export function useShownSearch(): (current: object) => object {
  const isLeaving = useIsLeaving();
  const own = useMatches({ select: searchOfPage });
  return useCallback((current) => (isLeaving() ? own : current), [isLeaving, own]);
}

/** Changes the latest requested search parameters of the current page. `replace` adds no history entry. */
export function useSearchChange(): (
  change: (requested: object) => object,
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

/** Routes of lists end with a slash, URLs do not. An unknown URL only matches the root route. */
const pathOfPage = ([, ...matches]: readonly { pathname: string }[]): string | null =>
  matches.at(-1)?.pathname.replace(/(.)\/$/, "$1") ?? null;

const searchOfPage = (matches: readonly { search: object }[]): object => matches.at(-1)?.search ?? {};
