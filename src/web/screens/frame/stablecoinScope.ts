import { DEFAULT_STABLECOIN_SCOPE, type StablecoinScope, stablecoinScopeWords } from "#domain";
import type { PageSearch } from "../../features/chartView/pageSearch";
import type { RouterContext } from "../../rpc/routerContext";
import type { Subject } from "./subject";

/** The stablecoin scope that the address of a page with totals names. */
export const scopeOfSearch = ({ stablecoins = DEFAULT_STABLECOIN_SCOPE }: PageSearch): StablecoinScope =>
  stablecoins;

/** The context whose procedures answer within a stablecoin scope; the context itself on pages without one. */
export const scopedApi = (context: RouterContext, scope: StablecoinScope | undefined): RouterContext =>
  scope === undefined ? context : { ...context, trpc: context.scopedTrpc[scope] };

/** The subject of a page, named with its scope: titles, captions and files repeat the name. */
export const scopedSubject = <S extends Subject>(subject: S, scope: StablecoinScope | undefined): S =>
  scope === undefined ? subject : { ...subject, name: `${subject.name} ${stablecoinScopeWords[scope]}` };
