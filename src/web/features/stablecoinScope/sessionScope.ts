import { createIsomorphicFn } from "@tanstack/react-start";
import {
  readStablecoinScope,
  STABLECOIN_COOKIE,
  STABLECOIN_PARAMETER,
  type StablecoinScope,
  stablecoinScopeOfCookies,
} from "#domain/people";

/**
 * The stablecoin scope last chosen in this browser session; undefined before a choice. The server redirects
 * by the same cookie before it renders a page.
 */
export const sessionScope = createIsomorphicFn()
  .client(() => stablecoinScopeOfCookies(document.cookie))
  .server((): StablecoinScope | undefined => undefined);

/** Stores the scope in the URL of the first page, whose loaders do not run again in the browser. */
export function storeScopeOfUrl(address: string): void {
  const parameters = new URLSearchParams(address);
  const scope = readStablecoinScope(parameters.get(STABLECOIN_PARAMETER));
  if (scope !== undefined && parameters.get("embed") !== "1") storeSessionScope(scope);
}

/** Stores a choice in a session cookie, for pages without a scope in their URL. */
export const storeSessionScope = createIsomorphicFn()
  .client((scope: StablecoinScope) => {
    if (sessionScope() === scope) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and the next page may load first.
    document.cookie = `${STABLECOIN_COOKIE}=${scope}; Path=/; SameSite=Lax`;
  })
  .server((_scope: StablecoinScope) => undefined);
