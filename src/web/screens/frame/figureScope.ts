import { DEFAULT_STABLECOIN_SCOPE, type StablecoinScope, stablecoinScopeWords } from "#domain/people";
import type { PageSearch } from "../../features/chartView/pageSearch";
import type { DatedPage } from "../../features/dated/datedPage";
import type { FigureScope } from "../../rpc/apiOptions";
import type { RouterContext } from "../../rpc/routerContext";
import type { Subject } from "./subject";

/** The stablecoin scope in the URL of a page with totals. */
export const scopeOfSearch = ({ stablecoins = DEFAULT_STABLECOIN_SCOPE }: PageSearch): StablecoinScope =>
  stablecoins;

/** The context with procedures for the figures that a page shows. */
export const scopedApi = (context: RouterContext, scope: FigureScope): RouterContext => ({
  ...context,
  trpc: context.scopedTrpc(scope),
});

/** The subject of a page with its scope in the name, which titles, captions and files use. */
export const scopedSubject = <S extends Subject>(subject: S, scope: StablecoinScope | undefined): S =>
  scope === undefined ? subject : { ...subject, name: `${subject.name} ${stablecoinScopeWords[scope]}` };

/** The figures that a page shows. @param dated undefined while it is loading */
export const figuresOf = (
  { as_of: asOf }: PageSearch,
  {
    scope,
    dated,
    isUndated = false,
  }: {
    scope: StablecoinScope | undefined;
    dated: DatedPage | null | undefined;
    isUndated?: boolean | undefined;
  },
): FigureScope => ({
  stablecoins: scope,
  as_of: asOf === undefined || isUndated || dated?.point === null ? undefined : String(asOf),
  horizon: dated?.point?.horizon,
  isUndated,
});
