import { useQuery } from "@tanstack/react-query";
import { metricOf } from "#domain";
import {
  type ExplainedSubject,
  explainOptions,
  loadExplanation,
} from "../../features/provenance/explainQuery";
import { FreshnessLine } from "../../features/provenance/FreshnessLine";
import { Methodology } from "../../features/provenance/Methodology";
import { ProvenanceSection } from "../../features/provenance/ProvenanceSection";
import { type ScreenContext, type Section, view } from "../frame/section";
import type { EntitySubject, Subject } from "../frame/subject";

const explanations =
  <Known extends Subject>(explained: (subject: Known) => ExplainedSubject) =>
  <S extends Known>(metrics: (subject: S) => readonly string[]): Section<S> => ({
    load: ({ api, search, subject }) => loadExplanation(api, explained(subject), search.explain),
    explains: metrics,
    show: (context) => (
      <Provenance
        metrics={metrics(context.subject)}
        explained={explained(context.subject)}
        context={context}
      />
    ),
  });

/** Where the headline figures of an entity come from. */
export const provenance = explanations(({ kind, id }: EntitySubject) => ({ entityType: kind, entityId: id }));

/** As `provenance`, for the figures of everything. */
export const wholeProvenance = explanations(() => ({ entityType: "catalog", entityId: 0 }));

interface ProvenanceProps {
  metrics: readonly string[];
  explained: ExplainedSubject;
  context: ScreenContext;
}

function Provenance({ metrics, explained, context: { api, search, subject } }: ProvenanceProps) {
  // Not suspended: an explanation that cannot be had does not cost the page.
  const { data } = useQuery(explainOptions(api.trpc, explained, search.explain));
  const { row } = subject;
  const { entityType } = explained;
  return (
    <ProvenanceSection
      subject={subject.name}
      reported={
        subject.slug === null || entityType === "catalog" ? null : { kind: entityType, slug: subject.slug }
      }
      figures={metrics.map((metric) => ({ metric, value: row ? metricOf(row, metric) : null }))}
      open={search.explain ?? null}
      explanation={data}
    />
  );
}

/** How the figures of a screen are made. */
export const methodology = <S extends Subject>(
  metrics: (subject: S) => readonly string[],
  notes: readonly string[] = [],
): Section<S> => view(({ subject }) => <Methodology metrics={metrics(subject)} notes={notes} />);

/** How fresh the figures are. */
export const freshness: Section = view(({ status }) => <FreshnessLine status={status} />);

/** The same beside a title. On a phone, the chart below it and the footer say it, and the chart needs the room. */
export const freshnessWhereRoom: Section["show"] = (context) => (
  <div className="max-sm:hidden">{freshness.show(context)}</div>
);
