import {
  entityOf,
  type MeasuredResource,
  type MetricSlug,
  metricOf,
  resourceByName,
  stablecoinScopeWords,
} from "#domain";
import { MarketShareChart } from "../../features/marketShare/MarketShareChart";
import { rankWords } from "../../features/marketShare/rankWords";
import { textOf } from "../../format/textOf";
import { where } from "../frame/layout";
import { type ScreenContext, section } from "../frame/section";
import type { ProfileSubject, Subject } from "../frame/subject";
import { metricLinesQuery } from "./metricLinesQuery";

const VALUE: MetricSlug = "bridged_token_value_dollar";

const valueOfSubject = ({ row }: ProfileSubject): number => metricOf(row, VALUE)?.val ?? 0;

const rowsAbove = (rowsOf: MeasuredResource, value: number) =>
  ({
    rowsOf,
    filter: { operator: "gt", field: VALUE, value },
    pagination: { page: 1, perPage: 1 },
    fields: ["slug"],
  }) as const;

/** Rank and market share of an entity over time, within the scope of the page. */
export const marketShare = where(
  ({ subject }: ScreenContext<ProfileSubject>) => valueOfSubject(subject) > 0,
  section({
    queries: ({ subject, status }: ScreenContext<ProfileSubject>) => {
      const { resource } = entityOf(subject.kind);
      const over = (filter: Subject["filter"]) => metricLinesQuery([VALUE], filter, { asOf: status.as_of });
      return {
        part: over(subject.filter),
        whole: over(null),
        figures: { sourcesOf: "tokens", filter: null, metrics: [VALUE] } as const,
        ahead: rowsAbove(resource, valueOfSubject(subject)),
        ranked: rowsAbove(resource, 0),
      };
    },
    render: ({ ahead, ranked, ...series }, { subject, scope }) => {
      const { kind, id, slug, name, row } = subject;
      const rank = rankWords({
        place: ahead.pagination.resultCount + 1,
        of: ranked.pagination.resultCount,
        kind: nounOf(kind),
      });
      return (
        <MarketShareChart
          group={{ type: kind, id, slug, name, color: textOf(row.color_hex) }}
          rank={rank}
          of={scope === undefined ? "all assets in the catalog" : `all assets ${stablecoinScopeWords[scope]}`}
          {...series}
        />
      );
    },
  }),
);

/** `networks`, `asset managers`. */
const nounOf = (kind: ProfileSubject["kind"]): string =>
  (resourceByName(entityOf(kind).resource)?.label ?? kind).toLowerCase();
