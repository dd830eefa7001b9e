import { metricByName } from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";

/** Metrics as a picker offers them. Labels are their own: no two metrics share one. */
export const metricChoices = (slugs: readonly string[]): ChartChoice[] =>
  slugs.flatMap((slug) => {
    const metric = metricByName(slug);
    return metric ? [{ value: metric.slug, label: metric.label, topic: metric.topic, doc: metric.doc }] : [];
  });
