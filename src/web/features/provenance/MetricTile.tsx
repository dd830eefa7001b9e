import { type MetricValue, metricByName } from "#domain";
import { Tile } from "../../ui/Tile";
import { MetricInfo } from "./MetricInfo";

export interface MetricTileProps {
  /** Slug of the metric. */
  metric: string;
  /** Null where it is unknown, undefined while it loads. */
  value: MetricValue | null | undefined;
  asOf: string | null;
  /** Where the metric's own label would not say what is meant. */
  label?: string;
}

/** The headline figure of a described metric; nothing where no metric has the name. */
export function MetricTile({ metric: name, value, asOf, label }: MetricTileProps) {
  const metric = metricByName(name);
  if (metric === undefined) return null;
  return (
    <Tile
      label={label ?? metric.label}
      metric={value}
      unit={metric.unit}
      format={metric.format}
      polarity={metric.polarity}
      info={<MetricInfo metric={metric} asOf={asOf} />}
    />
  );
}
