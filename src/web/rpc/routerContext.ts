import type { QueryClient } from "@tanstack/react-query";
import type { StablecoinScope, User } from "#domain/people";
import type { PageFailure, Site } from "#domain/site";
import type { ApiOptions } from "./apiOptions";

/** Context of the loaders and `head` functions of every route. */
export interface RouterContext {
  queryClient: QueryClient;
  trpc: ApiOptions;
  /** The same within each stablecoin scope, for pages that have one. */
  scopedTrpc: Readonly<Record<StablecoinScope, ApiOptions>>;
  site: Site;
  /** The caller; a blank id means an anonymous visitor. */
  user: User;
  /** The error of the page from the server, or null. */
  failure: PageFailure | null;
}
