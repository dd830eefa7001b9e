import { Link } from "@tanstack/react-router";
import type { Metric } from "#domain/metrics";
import { formatDate } from "../../format/formatDate";
import { ANCHOR } from "./anchor";
import { type Coverage, coverageWords } from "./coverage";

export interface MetricInfoProps {
  metric: Metric;
  /** Latest day with figures. */
  asOf: string | null;
  /** Number of tokens with a known value, if not all of them. */
  coverage?: Coverage | undefined;
  /** True if the page has a provenance section for the figure. */
  isExplained: boolean;
}

/** Definition, calculation, date and source of a figure. */
export const MetricInfo = ({ metric, asOf, coverage, isExplained }: MetricInfoProps) => (
  <div className="flex flex-col gap-2">
    <p>{metric.doc}</p>
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <dt className="text-faint">Metric</dt>
      <dd>{metric.name}</dd>
      <dt className="text-faint">Formula</dt>
      <dd>{metric.formula}</dd>
      <dt className="text-faint">Source</dt>
      <dd>{metric.source}</dd>
      {coverage !== undefined && (
        <>
          <dt className="text-faint">Coverage</dt>
          <dd>Known for {coverageWords(coverage)}; the others are not counted</dd>
        </>
      )}
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
    {isExplained && (
      <Link
        to="."
        search={(current: object) => ({ ...current, explain: metric.slug })}
        hash={ANCHOR}
        preload={false}
        className="min-h-6 content-center self-start text-accent underline"
      >
        Explain this figure
      </Link>
    )}
  </div>
);
