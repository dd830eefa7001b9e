import { metricByName } from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";

/** Metrics as options of a picker. Labels are unique. */
export const metricChoices = (slugs: readonly string[]): ChartChoice[] =>
  slugs.flatMap((slug) => {
    const metric = metricByName(slug);
    return metric ? [{ value: metric.slug, label: metric.label, topic: metric.topic, doc: metric.doc }] : [];
  });
