import { noop } from "@tanstack/react-query";
import { notFound, redirect } from "@tanstack/react-router";
import { stablecoinScopeWords } from "#domain/people";
import { loadStatus, sourcesOptions } from "../../features/chartView/marketStatus";
import { type PageAddress, type PageSearch, readScreenSearch } from "../../features/chartView/pageSearch";
import { type DatedPage, datedOptions } from "../../features/dated/datedPage";
import { tableOptions } from "../../features/table/query/tableOptions";
import { loadWatchlist } from "../../features/watchlist/loadWatchlist";
import { formatDataVersion } from "../../format/formatDataVersion";
import { marketOptions } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";
import { figuresOf, scopedApi, scopedSubject, scopeOfSearch } from "./figureScope";
import type { Screen } from "./screen";
import type { LoadedScreen } from "./screenRoute";
import { marksQueryOf, type Subject, type SubjectRequest, type SubjectSource, tableOf } from "./subject";

interface ScreenRequest extends Pick<SubjectRequest, "slug"> {
  context: RouterContext;
  /** The validated search parameters. */
  address: PageAddress;
  hasStablecoinScope: boolean;
}

/**
 * Fetches the data of a screen: its subject first, then the queries of its sections in parallel. Redirects
 * aliases to the subject's own URL, and throws not found for unknown subjects.
 *
 * @param pathOf path of the screen of the entity with a slug
 */
export async function loadScreen<S extends Subject>(
  screen: Screen<S>,
  { context: whole, slug, address, hasStablecoinScope }: ScreenRequest,
  pathOf: (slug: string) => string,
): Promise<LoadedScreen> {
  const search = readScreenSearch({ ...address });
  const scope = hasStablecoinScope ? scopeOfSearch(search) : undefined;
  const dated = screen.isUndated ? null : await loadDated(whole, search);
  const figures = figuresOf(search, { scope, dated, isUndated: screen.isUndated });
  const api = scopedApi(whole, figures);
  const request: SubjectRequest = { api, slug, search };
  const [known, subject] = await Promise.all([
    loadStatus(api),
    loadSubject(screen.subject, request),
    loadWatchlist(api),
  ]);
  if (subject === null) throw notFound({ data: await screen.missing?.(request) });
  if (subject.slug !== null && subject.slug !== slug) {
    throw redirect({ to: pathOf(subject.slug), search, statusCode: 301 });
  }
  // Sections do not depend on the sources, which are fetched in parallel.
  const latest = dated?.point?.horizon ?? known.as_of;
  const status = { ...known, sources: [], as_of: subject.endedDate ?? latest };
  const context = { ...request, whole, scope, figures, subject: scopedSubject(subject, scope), status };
  const sources = sourcesOptions(api.trpc, { filter: subject.filter });
  await Promise.all([
    ...[...(screen.lead ?? []), ...screen.sections].map(({ load }) => load(context)),
    api.queryClient.query({ ...sources, staleTime: "static" }),
    // Optional: the figures are shown without their marks.
    api.queryClient
      .query({ ...marketOptions(api.trpc, marksQueryOf(subject, status.as_of)), staleTime: "static" })
      .catch(noop),
  ]);
  const head = screen.head(subject);
  return {
    ...head,
    // The default scope is not part of the title.
    title: [
      head.title,
      ...(scope === "with" ? [stablecoinScopeWords.with] : []),
      ...(dated?.point == null ? [] : [`as of ${asOfWords(dated.point)}`]),
    ].join(", "),
    ...((subject.slug !== null || screen.under) && { crumb: screen.header.title ?? subject.name }),
    ...(screen.under && { under: screen.under(subject) }),
  };
}

/** The requested time in a title. */
const asOfWords = ({ asOf, dataVersion }: NonNullable<DatedPage["point"]>): string =>
  /^\d+$/.test(asOf) ? `data version ${formatDataVersion(dataVersion)}` : asOf;

/** Looks up the publication that the page shows; null for the latest one. */
async function loadDated(
  { queryClient, trpc }: RouterContext,
  { as_of: asOf }: PageSearch,
): Promise<DatedPage | null> {
  if (asOf === undefined) return null;
  return queryClient.query({ ...datedOptions(trpc, asOf), staleTime: "static" });
}

async function loadSubject<S extends Subject>(
  source: SubjectSource<S>,
  { api, slug, search }: SubjectRequest,
): Promise<S | null> {
  const { queryClient, trpc } = api;
  const staleTime = "static";
  if (source.from === "table") {
    return source.read(
      await queryClient.query({ ...tableOptions(api, tableOf(source, search), search), staleTime }),
    );
  }
  const { results } = await queryClient.query({ ...marketOptions(trpc, source.query(slug)), staleTime });
  return source.read(results[0]);
}
