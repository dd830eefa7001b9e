import type { QueryClient } from "@tanstack/react-query";
import type { PageFailure, Site, StablecoinScope, User } from "#domain";
import type { ApiOptions } from "./apiOptions";

/** What loaders and `head` functions of every route can use. */
export interface RouterContext {
  queryClient: QueryClient;
  trpc: ApiOptions;
  /** The same within each stablecoin scope, for pages that have one. */
  scopedTrpc: Readonly<Record<StablecoinScope, ApiOptions>>;
  site: Site;
  /** Who uses the page; a blank id means an anonymous visitor. */
  user: User;
  /** Why the server had no page to show; null where it had. */
  failure: PageFailure | null;
}
