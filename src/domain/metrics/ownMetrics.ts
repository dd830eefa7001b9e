import { metricOfSlug, metrics } from "./catalogue";
import { inputsOf, type Metric } from "./metric";

/**
 * Whether its values belong to a listing itself, rather than being applied to each token from the whole
 * asset.
 */
const isOwn = ({ appliesToTokens, derive }: Metric): boolean =>
  !appliesToTokens &&
  (derive.length === 0 ||
    derive.some((way) =>
      inputsOf(way)
        .flat()
        .some((slug) => isOwn(metricOfSlug(slug))),
    ));

/** Metrics that show that a token exists, such as its supply: prices and yields of an asset stand for tokens before they do. */
export const ownMetrics: readonly Metric[] = metrics.filter(isOwn);
