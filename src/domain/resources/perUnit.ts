/** Where metrics that are figures of one unit, such as prices, are offered: where there is one unit, not a mean over unlike ones. */
import { metricByName, metrics } from "../metrics/catalogue";
import type { Metric } from "../metrics/metric";
import { groupingByName } from "./groups";

const unitKinds: readonly string[] = ["asset", "token"];
/** Fields of tokens whose value identifies one instrument. */
const unitFields: readonly string[] = ["underlying_symbol"];

/** Groupings in which each group is one unit. */
export const unitGroupings: readonly string[] = [...unitKinds, ...unitFields];

/** Whether an entity of a kind is one unit. */
export const isUnitKind = (kind: string | null): boolean => kind !== null && unitKinds.includes(kind);

/** Whether each group of a grouping is one unit: an asset, a token or a listed instrument. */
export const isUnitGrouping = (groupBy: string): boolean =>
  unitFields.includes(groupBy) || isUnitKind(groupingByName(groupBy)?.entity ?? null);

/** The metrics offered for entities of a kind; none without a kind. */
export const metricsOfKind = (kind: string | null): readonly Metric[] =>
  kind === null ? [] : isUnitKind(kind) ? metrics : totalMetrics;

/** The metrics offered for totals over several assets. */
export const totalMetrics: readonly Metric[] = metrics.filter(({ isPerUnit }) => !isPerUnit);

/** Why a name that is not offered for totals is missing, to follow an error; blank for all other names. */
export const perUnitReason = (name: string): string =>
  metricByName(name.split(".")[0] ?? name)?.isPerUnit === true
    ? ": it is a figure of one unit, offered for assets and tokens only"
    : "";

/** The error for a figure of one unit that is requested over several. */
export const perUnitProblem = ({ slug }: Pick<Metric, "slug">): string =>
  `${slug} is a figure of one unit and cannot be combined across assets: group by ${unitGroupings.slice(0, -1).join(", ")} or ${unitGroupings.at(-1)}, or filter by one asset`;
