/**
 * What the server and the pages exchange about a page. The server runs the built pages and imports none of
 * them.
 */
import type { PublicSite } from "./site";

/**
 * The page of an address. Addresses are equal if they differ only in parameters that the page does not read.
 */
export interface PageLocation {
  /** Path as the page's own links write it. */
  path: string;
  /** The parameters that the page reads, in canonical order; blank or with its question mark. */
  search: string;
  /**
   * The query without invalid values, if there are any. Parameters that the page does not read are preserved.
   */
  tidySearch?: string | undefined;
  /** Whether a route matches. The route itself can still find nothing. */
  isKnown: boolean;
  /** Whether it is a view for embedding in other sites, without anything that belongs to the visitor. */
  isEmbed: boolean;
  /**
   * Whether its figures have a stablecoin scope that the address does not state: the session's choice
   * applies.
   */
  lacksStablecoinScope?: boolean;
}

/** Why there is no page to show, by the code and message of a failed call. */
export interface PageFailure {
  /** Blank if only the log can contain it. */
  message: string;
  code: string;
}

/** Public facts about this installation. The same for all visitors. */
export interface Site extends PublicSite {
  /**
   * Whether to offer the setup: there is no administrator, and the visitor uses the machine on which it runs.
   */
  offersSetup: boolean;
}
