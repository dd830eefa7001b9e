import type { Metric } from "#domain";
import { formatDate } from "../../format/formatDate";

export interface MetricInfoProps {
  metric: Metric;
  /** Newest day with figures. */
  asOf: string | null;
}

/** What a figure means, how it is computed, from when it is and where it comes from. */
export const MetricInfo = ({ metric, asOf }: MetricInfoProps) => (
  <div className="flex flex-col gap-2">
    <p>{metric.doc}</p>
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <dt className="text-faint">Formula</dt>
      <dd>{metric.formula}</dd>
      <dt className="text-faint">Source</dt>
      <dd>{metric.source}</dd>
      {asOf !== null && (
        <>
          <dt className="text-faint">As of</dt>
          <dd>
            <time dateTime={asOf}>{formatDate(asOf)}</time>
            {metric.kind === "flow" ? ", full day" : ", end of day"}
          </dd>
        </>
      )}
      <dt className="text-faint">Data field</dt>
      <dd className="break-all font-mono text-xs">{metric.slug}</dd>
    </dl>
  </div>
);
