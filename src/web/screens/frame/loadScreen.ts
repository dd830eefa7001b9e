import { notFound, redirect } from "@tanstack/react-router";
import { stablecoinScopeWords } from "#domain/people";
import { loadStatus, sourcesOptions } from "../../features/chartView/marketStatus";
import { type PageAddress, readScreenSearch } from "../../features/chartView/pageSearch";
import { tableOptions } from "../../features/table/query/tableOptions";
import { loadWatchlist } from "../../features/watchlist/loadWatchlist";
import { marketOptions } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";
import type { Screen } from "./screen";
import type { LoadedScreen } from "./screenRoute";
import { scopedApi, scopedSubject, scopeOfSearch } from "./stablecoinScope";
import { type Subject, type SubjectRequest, type SubjectSource, tableOf } from "./subject";

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
  const api = scopedApi(whole, scope);
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
  const status = { ...known, sources: [], as_of: subject.endedDate ?? known.as_of };
  const context = { ...request, whole, scope, subject: scopedSubject(subject, scope), status };
  const sources = sourcesOptions(api.trpc, { filter: subject.filter });
  await Promise.all([
    ...[...(screen.lead ?? []), ...screen.sections].map(({ load }) => load(context)),
    api.queryClient.query({ ...sources, staleTime: "static" }),
  ]);
  const head = screen.head(subject);
  return {
    ...head,
    // The default scope is not part of the title.
    ...(scope === "with" && { title: `${head.title}, ${stablecoinScopeWords.with}` }),
    ...((subject.slug !== null || screen.under) && { crumb: screen.header.title ?? subject.name }),
    ...(screen.under && { under: screen.under(subject) }),
  };
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
