import { metricByName } from "#domain";
import { Card } from "../../ui/display/Card";

export interface MethodologyProps {
  /** Slugs of the metrics that the page shows. */
  metrics: readonly string[];
  /** Notes specific to the page. */
  notes?: readonly string[];
}

/** Methodology of a page's figures, from the descriptions of its metrics. */
export function Methodology({ metrics, notes = [] }: MethodologyProps) {
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
