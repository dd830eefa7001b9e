import { skipToken, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMatches, useParams, useRouteContext, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type StablecoinScope, stablecoinScopeWords } from "#domain/people";
import { screens } from "#domain/screens";
import { sourcesOptions, useStatus } from "../../features/chartView/marketStatus";
import { type PageSearch, readScreenSearch } from "../../features/chartView/pageSearch";
import { PageMarks } from "../../features/checks/CheckMarkLink";
import { CheckNotice } from "../../features/checks/CheckNotice";
import { marksOf } from "../../features/checks/checkMarks";
import { DatedBanner } from "../../features/dated/DatedBanner";
import { Explained } from "../../features/provenance/explained";
import { PageHeader } from "../../features/shell/PageHeader";
import { ScreenBadge } from "../../features/shell/ScreenBadge";
import { SearchLink } from "../../features/table/query/SearchLink";
import { tableOptions } from "../../features/table/query/tableOptions";
import { marketOptions } from "../../rpc/marketQueries";
import { FigureScopeContext } from "../../rpc/useTrpc";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { useShownPath } from "../../ui/controls/useShownPath";
import { figuresOf, scopedApi, scopedSubject, scopeOfSearch } from "./figureScope";
import { SectionBar } from "./SectionBar";
import type { Screen } from "./screen";
import { type ScreenContext, Sections } from "./section";
import {
  entityOfSubject,
  marksQueryOf,
  type Subject,
  type SubjectRequest,
  type SubjectSource,
  tableOf,
} from "./subject";

/**
 * Links that select the stablecoin scope of a page. Both are explicit in the URL: a link replaces the
 * session's choice.
 */
const StablecoinSwitch = ({ scope }: { scope: StablecoinScope }) => (
  <SegmentedControl
    label="Stablecoins"
    size="sm"
    value={scope}
    segments={[
      {
        value: "without",
        label: "Without stablecoins",
        link: <SearchLink<PageSearch> patch={{ stablecoins: "without" }} />,
      },
      {
        value: "with",
        label: "With",
        name: "With stablecoins",
        link: <SearchLink<PageSearch> patch={{ stablecoins: "with" }} />,
      },
    ]}
  />
);

type PageRequest = SubjectRequest & Pick<ScreenContext, "whole" | "scope" | "figures">;

interface FoundProps<S extends Subject, From extends SubjectSource<S>["from"]> {
  screen: Screen<S>;
  source: Extract<SubjectSource<S>, { from: From }>;
  request: PageRequest;
}

/** Renders a screen for the URL of its route. */
export function ScreenPage<S extends Subject>({ screen }: { screen: Screen<S> }) {
  const whole = useRouteContext({ from: "__root__" });
  const hasStablecoinScope = useMatches({
    select: (matches) => matches.at(-1)?.staticData.hasStablecoinScope === true,
  });
  const { slug = "" } = useParams({ strict: false });
  const address = useSearch({ strict: false });
  const search = useMemo(() => readScreenSearch({ ...address }), [address]);
  const scope = hasStablecoinScope ? scopeOfSearch(search) : undefined;
  const { as_of: asOf } = search;
  const dated = useQuery(
    whole.trpc.market.dated.queryOptions(
      asOf === undefined || screen.isUndated ? skipToken : { as_of: String(asOf) },
    ),
  ).data;
  const figures = useMemo(
    () => figuresOf(search, { scope, dated, isUndated: screen.isUndated }),
    [search, scope, dated, screen],
  );
  const request = { api: scopedApi(whole, figures), whole, scope, figures, slug, search };
  const source = screen.subject;
  return (
    <FigureScopeContext value={figures}>
      {asOf !== undefined && (dated !== undefined || screen.isUndated) && (
        <DatedBanner dated={dated} isEmbed={search.embed === 1} />
      )}
      {source.from === "row" ? (
        <OfRow screen={screen} source={source} request={request} />
      ) : (
        <OfTable screen={screen} source={source} request={request} />
      )}
    </FigureScopeContext>
  );
}

function OfRow<S extends Subject>({ screen, source, request }: FoundProps<S, "row">) {
  const { results } = useSuspenseQuery(marketOptions(request.api.trpc, source.query(request.slug))).data;
  return <ScreenView screen={screen} request={request} subject={source.read(results[0])} />;
}

function OfTable<S extends Subject>({ screen, source, request }: FoundProps<S, "table">) {
  const fields = useSuspenseQuery(
    tableOptions(request.api, tableOf(source, request.search), request.search),
  ).data;
  return <ScreenView screen={screen} request={request} subject={source.read(fields)} />;
}

/** The badge of the screen in the menu. */
const badgeAt = (shown: string) => screens.find(({ path }) => path === shown)?.badge ?? null;

interface ScreenViewProps<S extends Subject> {
  screen: Screen<S>;
  request: PageRequest;
  subject: S | null;
}

function ScreenView<S extends Subject>({ screen, request, subject }: ScreenViewProps<S>) {
  const filter = subject?.filter ?? null;
  const badge = badgeAt(useShownPath());
  const known = useStatus();
  const figures = useQuery(sourcesOptions(request.api.trpc, { filter })).data;
  const found = useQuery({
    ...marketOptions(request.api.trpc, marksQueryOf(subject, subject?.endedDate ?? known.as_of)),
    enabled: subject !== null,
  }).data;
  const marks = useMemo(() => marksOf(found?.results ?? []), [found]);
  // The loader has already responded with 404.
  if (subject === null) return null;
  const entity = entityOfSubject(subject);
  const status = { ...known, sources: [], ...figures, as_of: subject.endedDate ?? known.as_of };
  const { scope } = request;
  const context = { ...request, subject: scopedSubject(subject, scope), status };
  const ofHeader = { ...context, subject };
  const { header, lead = [], sections } = screen;
  const charts = sections.filter(({ isChart }) => isChart);
  if (request.search.embed === 1 && charts.length > 0) {
    return <Sections sections={charts} context={context} />;
  }
  const anchors = sections.flatMap((one) => one.anchors?.(context) ?? []);
  return (
    <>
      <PageHeader
        title={header.title ?? subject.name}
        scope={scope && stablecoinScopeWords[scope]}
        description={header.description ?? subject.description}
        mark={header.mark?.(ofHeader)}
        badges={
          <>
            <ScreenBadge badge={badge} size="sm" />
            {header.badges?.(ofHeader)}
          </>
        }
        scopeSwitch={scope && <StablecoinSwitch scope={scope} />}
        actions={header.actions?.(ofHeader)}
      />
      {entity !== null && subject.slug !== null && found !== undefined && (
        <CheckNotice entity={{ ...entity, slug: subject.slug }} found={found} />
      )}
      <PageMarks value={marks}>
        <Explained value={new Set(sections.flatMap(({ explains }) => explains?.(subject) ?? []))}>
          <Sections sections={lead} context={context} />
        </Explained>
        {anchors.length > 1 && <SectionBar anchors={anchors} />}
        {sections.length > 0 && (
          <div className="sections flex flex-col gap-4">
            <Sections sections={sections} context={context} />
          </div>
        )}
      </PageMarks>
    </>
  );
}
