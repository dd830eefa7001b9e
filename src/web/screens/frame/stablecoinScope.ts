import { DEFAULT_STABLECOIN_SCOPE, type StablecoinScope, stablecoinScopeWords } from "#domain/people";
import type { PageSearch } from "../../features/chartView/pageSearch";
import type { RouterContext } from "../../rpc/routerContext";
import type { Subject } from "./subject";

/** The stablecoin scope in the URL of a page with totals. */
export const scopeOfSearch = ({ stablecoins = DEFAULT_STABLECOIN_SCOPE }: PageSearch): StablecoinScope =>
  stablecoins;

/** The context with procedures limited to a stablecoin scope; unchanged on pages without one. */
export const scopedApi = (context: RouterContext, scope: StablecoinScope | undefined): RouterContext =>
  scope === undefined ? context : { ...context, trpc: context.scopedTrpc[scope] };

/** The subject of a page with its scope in the name, which titles, captions and files use. */
export const scopedSubject = <S extends Subject>(subject: S, scope: StablecoinScope | undefined): S =>
  scope === undefined ? subject : { ...subject, name: `${subject.name} ${stablecoinScopeWords[scope]}` };
