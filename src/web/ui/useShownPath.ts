import { useLocation, useMatches } from "@tanstack/react-router";

/** The path of the page that is shown. The router's location is that of the next one already while it is fetched. */
export function useShownPath(): string {
  const asked = useLocation({ select: ({ pathname }) => pathname });
  return useMatches({ select: pathOfPage }) ?? asked;
}

/** Routes of lists end with a slash, addresses do not. An address without a page has no match but the site's. */
const pathOfPage = ([, ...matches]: readonly { pathname: string }[]): string | null =>
  matches.at(-1)?.pathname.replace(/(.)\/$/, "$1") ?? null;
