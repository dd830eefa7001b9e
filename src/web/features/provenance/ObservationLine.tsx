import type { ReactNode } from "react";
import type { ExplainedObservation } from "#domain";
import { formatDate } from "../../format/formatDate";

export interface ObservationLineProps {
  observation: ExplainedObservation;
  /** Name of the token or asset, if several are explained. */
  name: string | undefined;
  children?: ReactNode;
}

/** The maximum of `Intl`: a rounded price of 0.9997 would read as one. */
const EVERY_DIGIT = 20;

/** A reported value with its date and metric. */
export const ObservationLine = ({ observation, name, children }: ObservationLineProps) => (
  <li className="flex flex-wrap gap-x-3">
    <time dateTime={observation.date} className="text-muted">
      {formatDate(observation.date)}
    </time>
    {name !== undefined && <span>{name}</span>}
    <code className="break-all font-mono text-xs">{observation.metric}</code>
    <data value={observation.value}>
      {observation.value.toLocaleString("en-US", { maximumFractionDigits: EVERY_DIGIT })}
    </data>
    {observation.is_sample && <span className="text-faint">sample</span>}
    {children}
  </li>
);
