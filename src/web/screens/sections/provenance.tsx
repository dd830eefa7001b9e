import { skipToken, useQuery } from "@tanstack/react-query";
import { type MarketStatus, metricOf } from "#domain/api";
import { metricByName } from "#domain/metrics";
import type { SubjectType } from "#domain/resources";
import { ProvenanceSection } from "../../features/provenance/ProvenanceSection";
import { formatDate, formatInstant } from "../../format/formatDate";
import type { RouterContext } from "../../rpc/routerContext";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, type Section, view } from "../frame/section";
import type { EntitySubject, Subject } from "../frame/subject";

interface ExplainedSubject {
  entityType: SubjectType;
  entityId: number;
}

/** Query options of a metric's provenance; disabled without a metric. */
const explainOptions = (trpc: RouterContext["trpc"], subject: ExplainedSubject, metric: string | undefined) =>
  trpc.market.explain.queryOptions(metric === undefined ? skipToken : { ...subject, metric });

/** Prefetches the open explanation in a loader. Errors do not fail the page. */
async function loadExplanation(
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  subject: ExplainedSubject,
  metric: string | undefined,
): Promise<void> {
  if (metric === undefined) return;
  await queryClient
    .query({ ...trpc.market.explain.queryOptions({ ...subject, metric }), staleTime: "static" })
    .then(
      () => undefined,
      () => undefined,
    );
}

interface MethodologyProps {
  /** Slugs of the metrics that the page shows. */
  metrics: readonly string[];
  /** Notes specific to the page. */
  notes?: readonly string[];
}

/** Methodology of a page's figures, from the descriptions of its metrics. */
function Methodology({ metrics, notes = [] }: MethodologyProps) {
  const described = [...new Set(metrics)].flatMap((slug) => metricByName(slug) ?? []);
  return (
    <Card title="Methodology" description="How the figures on this page are calculated.">
      <div className="flex flex-col gap-4">
        {notes.length > 0 && (
          <ul className="flex max-w-prose list-disc flex-col gap-1 pl-4 text-md text-muted">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          {described.map((metric) => (
            <div key={metric.slug}>
              <dt className="font-medium text-md">{metric.label}</dt>
              <dd className="text-muted text-sm">
                {metric.name}. {metric.doc}
              </dd>
              <dd className="text-faint text-sm">
                {metric.formula}. Source: {metric.source}.
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

const SHOWN = 4;

/** Freshness and sources of a page's figures. */
function FreshnessLine({ status }: { status: MarketStatus }) {
  if (status.as_of === null) return <p className="text-faint text-sm">No data loaded yet.</p>;
  const sources = status.sources.filter((source) => source.observations > 0);
  return (
    <p className="text-faint text-sm">
      Data as of <time dateTime={status.as_of}>{formatDate(status.as_of)}</time>
      {sources.length > 0 && (
        <>
          . {sources.length === 1 ? "Source" : "Sources"}:{" "}
          {sources.slice(0, SHOWN).map((source, index) => (
            <span key={source.id} title={`Imported ${formatInstant(source.ingested_at)}`}>
              {index > 0 && ", "}
              {source.label}
            </span>
          ))}
          {sources.length > SHOWN && ` and ${sources.length - SHOWN} more`}
        </>
      )}
      .
    </p>
  );
}

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
      entity={entityType === "catalog" ? null : { kind: entityType, id: explained.entityId }}
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
