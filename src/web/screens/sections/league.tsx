import {
  allOf,
  type GroupingName,
  groupingByName,
  isEqual,
  type MetricSlug,
  metricOf,
  NO_GROUP_ID,
} from "#domain";
import type { LeagueGroup } from "../../features/chartView/pageChoices";
import type { PageSearch } from "../../features/chartView/pageSearch";
import { groupsLabel } from "../../features/league/GroupSwitch";
import { isFirmKind, LeagueControls } from "../../features/league/LeagueControls";
import { LeagueTable } from "../../features/league/LeagueTable";
import { hasMoreRows, MoreRows } from "../../features/resourceList/MoreRows";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, section } from "../frame/section";
import type { Subject } from "../frame/subject";

export interface LeagueOptions<S extends Subject> {
  /** What can be ranked; the first unless the address says otherwise. */
  groups: readonly [LeagueGroup, ...LeagueGroup[]];
  /** By what. */
  metric: (subject: S) => MetricSlug;
}

/** Places that are shown before a reader asks for all. */
const PLACES = 10;
const MOST_PLACES = 500;
/** Places with a line of the past: hundreds of lines would be a third of the page. */
const MOST_TRENDS = 50;

/** Who has most of a subject: what is ranked and which units count stands in the address. */
export function league<S extends Subject>({ groups, metric }: LeagueOptions<S>) {
  const byOf = ({ league: asked }: PageSearch): LeagueGroup =>
    groups.find((group) => group === asked) ?? groups[0];
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
        // The group of no network has every asset of which anything is known as a whole, be it a price alone.
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
      // Without a figure, nothing has a place: Off-Chain, for one, has assets whose value no network tells.
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
