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

/** Provenance of an entity's key figures. */
export const provenance = explanations(({ kind, id }: EntitySubject) => ({ entityType: kind, entityId: id }));

/** `provenance` for the figures of the full catalog. */
export const wholeProvenance = explanations(() => ({ entityType: "catalog", entityId: 0 }));

interface ProvenanceProps {
  metrics: readonly string[];
  explained: ExplainedSubject;
  context: ScreenContext;
}

function Provenance({ metrics, explained, context: { api, search, subject } }: ProvenanceProps) {
  // Not suspended: a failed explanation does not fail the page.
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

/** Methodology of a screen's figures. */
export const methodology = <S extends Subject>(
  metrics: (subject: S) => readonly string[],
  notes: readonly string[] = [],
): Section<S> => view(({ subject }) => <Methodology metrics={metrics(subject)} notes={notes} />);

/** Freshness of the figures. */
export const freshness: Section = view(({ status }) => <FreshnessLine status={status} />);

/** Freshness next to a title. Hidden on phones, where the chart and the footer state it. */
export const freshnessWhereRoom: Section["show"] = (context) => (
  <div className="max-sm:hidden">{freshness.show(context)}</div>
);
