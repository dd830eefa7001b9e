import { metricOf } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { allOf, isEqual } from "#domain/query";
import { type GroupingName, groupingByName, NO_GROUP_ID } from "#domain/resources";
import type { LeagueGroup, PageSearch } from "../../features/chartView/pageSearch";
import { groupsLabel } from "../../features/league/GroupSwitch";
import { isFirmKind, LeagueControls } from "../../features/league/LeagueControls";
import { LeagueTable } from "../../features/league/LeagueTable";
import { hasMoreRows, MoreRows } from "../../features/resourceList/MoreRows";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, section } from "../frame/section";
import type { Subject } from "../frame/subject";

export interface LeagueOptions<S extends Subject> {
  /** Available groupings; the first is the default. */
  groups: readonly [LeagueGroup, ...LeagueGroup[]];
  /** The ranking metric. */
  metric: (subject: S) => MetricSlug;
}

/** Rows before all are requested. */
const PLACES = 10;
const MOST_PLACES = 500;
/** Limit of rows with sparklines: hundreds would be a third of the page. */
const MOST_TRENDS = 50;

/** Ranking of a subject's groups. Grouping and scope are in the URL. */
export function league<S extends Subject>({ groups, metric }: LeagueOptions<S>) {
  const byOf = ({ league: requested }: PageSearch): LeagueGroup =>
    groups.find((group) => group === requested) ?? groups[0];
  const groupingOf = (search: PageSearch): GroupingName => {
    const by = byOf(search);
    return search.joined === "groups" && isFirmKind(by) ? `${by}_group` : by;
  };
  return section({
    queries: ({ subject, search }: ScreenContext<S>) => {
      const value = metric(subject);
      const filter = allOf(
        subject.filter,
        search.units === undefined ? null : isEqual("distribution", search.units),
      );
      return {
        groups: {
          totalsOf: "tokens",
          filter,
          aggregate: { groupBy: groupingOf(search) },
          sort: { field: value, direction: "desc" },
          pagination: { page: 1, perPage: search.places === "all" ? MOST_PLACES : PLACES },
          fields: [value],
        },
        trends: {
          trendsOf: [value],
          filter,
          groupBy: groupingOf(search),
          most: search.places === "all" ? MOST_TRENDS : PLACES,
        },
        whole: { totalsOf: "tokens", filter, fields: [value] },
        // The group without a network includes every asset with any figure for the asset as a whole, even a
        // price alone.
        offChain:
          byOf(search) === "network"
            ? {
                totalsOf: "tokens",
                filter: allOf(filter, isEqual("network_id", NO_GROUP_ID), {
                  operator: "notEquals",
                  field: value,
                  value: null,
                }),
                fields: [value],
              }
            : undefined,
      } as const;
    },
    render: ({ groups: { results, pagination }, trends, whole, offChain }, { subject, search }) => {
      const by = byOf(search);
      const isAll = search.places === "all";
      // Groups without a figure are not ranked: Off-Chain, for one, has assets without a value by network.
      const rows = results.filter((row) => typeof metricOf(row, metric(subject))?.val === "number");
      const unread = pagination.resultCount - results.length;
      const more = { isWhole: isAll, listed: rows.length, unread, unknown: results.length - rows.length };
      return (
        <Card
          title="League table"
          description="Distributed units can be transferred off the issuing platform to other wallets; represented units cannot. Changes in share are in percentage points."
          padded={false}
          footer={
            hasMoreRows(more) && (
              <MoreRows {...more} most={PLACES} whole={{ places: "all" }} largest={{ places: undefined }} />
            )
          }
        >
          <LeagueControls groups={groups} by={by} search={search} />
          <LeagueTable
            caption={`${subject.name}: ${groupsLabel(by).toLowerCase()}`}
            header={groupingByName(groupingOf(search))?.label ?? by}
            rows={rows}
            whole={whole.results[0]}
            unplacedAssets={offChain?.results[0]?.asset_count}
            metric={metric(subject)}
            trends={trends}
          />
        </Card>
      );
    },
  });
}
