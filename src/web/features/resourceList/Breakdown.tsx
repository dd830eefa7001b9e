import type { AggregatesResponse } from "#domain";
import { formatFigure } from "../../format/formatNumber";
import { Card } from "../../ui/Card";
import { BreakdownTable } from "./BreakdownTable";

export interface BreakdownProps {
  title: string;
  description?: string;
  /** What one row is: `Network`, `Platform`. */
  header: string;
  /** Slugs of the metrics shown; bars and shares are of the first. */
  metrics: readonly string[];
  answer: AggregatesResponse;
  /** The whole, of which shares are taken; unknown for metrics that do not add up. */
  total: number | null;
}

/** What a total is made of: bars, and the figures behind them. */
export function Breakdown({ title, description, header, metrics, answer, total }: BreakdownProps) {
  const { results, pagination } = answer;
  const left = pagination.resultCount - results.length;
  return (
    <Card
      title={title}
      description={description}
      padded={false}
      footer={left > 0 ? `${formatFigure(left, "count")} more are smaller or have no data.` : undefined}
    >
      <BreakdownTable caption={title} header={header} rows={results} metrics={metrics} total={total} />
    </Card>
  );
}
