import { useSuspenseQueries } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { MarketStatus } from "#domain/api";
import type { StablecoinScope } from "#domain/people";
import type { FigureScope } from "../../rpc/apiOptions";
import { type MarketQuery, marketOptions, type ResponseOf } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";
import { scopedApi } from "./figureScope";
import type { SectionAnchor } from "./SectionBar";
import type { Subject, SubjectRequest } from "./subject";

/** The data that sections are rendered from. */
export interface ScreenContext<S extends Subject = Subject> extends SubjectRequest {
  /** The context of the route, for figures outside the stablecoin scope of the page. */
  whole: RouterContext;
  /** The stablecoin scope of the page; undefined on pages without one. */
  scope: StablecoinScope | undefined;
  /** The figures that the page shows. */
  figures: FigureScope;
  subject: S;
  /** Freshness of the subject's figures. */
  status: MarketStatus;
}

/** A part of a screen. A section for any subject is also valid for a specific one. */
export interface Section<S extends Subject = Subject> {
  /** Fetches its data in the loader of the screen. */
  load: (context: ScreenContext<S>) => Promise<unknown>;
  show: (context: ScreenContext<S>) => ReactNode;
  /** Slugs of the subject's metrics that it explains. */
  explains?: (subject: S) => readonly string[];
  /** True if embedded views show it. */
  isChart?: boolean;
  /** True if there is anything to show after loading. Default: true. */
  isShown?: (context: ScreenContext<S>) => boolean;
  /** Links to it and its parts in the section bar. Default: none. */
  anchors?: (context: ScreenContext<S>) => readonly SectionAnchor[];
}

/** A section's named queries; undefined for those that do not apply to the subject. */
export type SectionQueries = Readonly<Record<string, MarketQuery | undefined>>;

export type Answers<Q extends SectionQueries> = { [Name in keyof Q]: ResponseOf<Q[Name]> };

export interface SectionParts<S extends Subject, Q extends SectionQueries> {
  queries: (context: ScreenContext<S>) => Q;
  /** Renders the responses. */
  render: (answers: Answers<Q>, context: ScreenContext<S>) => ReactNode;
}

/** A section of queries, which the loader and the page share, and a render function. */
export const section = <S extends Subject, Q extends SectionQueries>(
  parts: SectionParts<S, Q>,
): Section<S> => ({
  load: (context) => {
    const { queryClient, trpc } = context.api;
    const named = entriesOf(parts.queries(context));
    return Promise.all(
      named.map(([, query]) => queryClient.query({ ...marketOptions(trpc, query), staleTime: "static" })),
    );
  },
  show: (context) => <Answered parts={parts} context={context} />,
  isShown: (context) => {
    const { queryClient, trpc } = context.api;
    const found = entriesOf(parts.queries(context)).map(
      ([name, query]) => [name, queryClient.getQueryData(marketOptions(trpc, query).queryKey)] as const,
    );
    // A query is still loading after a change of the URL.
    if (found.some(([, answer]) => answer === undefined)) return true;
    return hasContent(parts.render(Object.fromEntries(found) as Answers<Q>, context));
  },
});

const hasContent = (node: ReactNode): boolean => node !== null && node !== undefined && node !== false;

/** True if a section has anything to show. */
export const isShown = <S extends Subject>(one: Section<S>, context: ScreenContext<S>): boolean =>
  one.isShown?.(context) ?? true;

/** Lists a section in the section bar, under a new or existing id (`hasId`). */
export const anchored = <S extends Subject>(
  { hasId = false, ...anchor }: SectionAnchor & { hasId?: boolean },
  one: Section<S>,
): Section<S> => ({
  ...one,
  anchors: (context) => (isShown(one, context) ? [anchor] : []),
  show: (context) => {
    if (hasId) return one.show(context);
    return isShown(one, context) ? (
      <div id={anchor.id} className="min-w-0 *:h-full">
        {one.show(context)}
      </div>
    ) : null;
  },
});

/** A section with figures including stablecoins, whatever the scope of the page. */
export const withAllFigures = <S extends Subject>({ load, show }: Section<S>): Section<S> => {
  const widened = (context: ScreenContext<S>) => ({
    ...context,
    api: scopedApi(context.whole, { ...context.figures, stablecoins: undefined }),
  });
  return { load: (context) => load(widened(context)), show: (context) => show(widened(context)) };
};

/** A section without queries, rendered from the subject. */
export const view = <S extends Subject = Subject>(show: Section<S>["show"]): Section<S> => ({
  load: () => Promise.resolve(),
  show,
  isShown: (context) => hasContent(show(context)),
});

export interface SectionsProps<S extends Subject> {
  sections: readonly Section<S>[];
  context: ScreenContext<S>;
}

/** Sections in sequence. */
export const Sections = <S extends Subject>({ sections, context }: SectionsProps<S>): ReactNode =>
  sections.map(({ show }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a screen never change order.
    return <Fragment key={index}>{show(context)}</Fragment>;
  });

const entriesOf = (queries: SectionQueries) =>
  Object.entries(queries).flatMap(([name, query]) => (query === undefined ? [] : [[name, query] as const]));

interface AnsweredProps<S extends Subject, Q extends SectionQueries> {
  parts: SectionParts<S, Q>;
  context: ScreenContext<S>;
}

function Answered<S extends Subject, Q extends SectionQueries>({ parts, context }: AnsweredProps<S, Q>) {
  const { trpc } = context.api;
  const named = entriesOf(parts.queries(context));
  const found = useSuspenseQueries({ queries: named.map(([, query]) => marketOptions(trpc, query)) });
  // Named as in `queries`, each with the response type of its query.
  const answers = Object.fromEntries(named.map(([name], index) => [name, found[index]?.data])) as Answers<Q>;
  return parts.render(answers, context);
}
