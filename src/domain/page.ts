/** What the server and the pages tell each other about a page; the server runs the built pages and imports none of them. */
import type { PublicSite } from "./site";

/** The page that an address means. Addresses that differ only in what no page reads mean the same one. */
export interface PageLocation {
  /** Path as the page's own links write it. */
  path: string;
  /** The parts of the address that the page reads, in one order; blank or with its question mark. */
  search: string;
  /** The query without what is no valid value, where it holds such; what no page reads is left in it. */
  tidySearch?: string | undefined;
  /** Whether a route has it. What the route then finds may still be nothing. */
  isKnown: boolean;
  /** Whether it is a view made for other people's pages, without anything that is a visitor's own. */
  isEmbed: boolean;
  /** Whether its figures have a stablecoin scope that the address does not name: the session's choice applies. */
  lacksStablecoinScope?: boolean;
}

/** Why there is no page to show, by the code and words of a failed call. */
export interface PageFailure {
  /** Blank where only the log may know. */
  message: string;
  code: string;
}

/** Facts about this installation that every page may show. The same for all visitors. */
export interface Site extends PublicSite {
  /** Whether to show how to set it up: it has no administrator, and the visitor uses the machine that it runs on. */
  offersSetup: boolean;
}
