import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#domain/people";
import type { PageFailure, Site } from "#domain/site";
import type { ApiOptions, FigureScope } from "./apiOptions";

/** Context of the loaders and `head` functions of every route. */
export interface RouterContext {
  queryClient: QueryClient;
  trpc: ApiOptions;
  /** The same for the figures that a page shows. */
  scopedTrpc: (scope: FigureScope) => ApiOptions;
  site: Site;
  /** The caller; a blank id means an anonymous visitor. */
  user: User;
  /** The error of the page from the server, or null. */
  failure: PageFailure | null;
}
