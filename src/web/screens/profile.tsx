import type { ReactNode } from "react";
import type { MetricSlug } from "#domain/metrics";
import { watchedKindOf } from "#domain/people";
import {
  type ColumnName,
  type EntityType,
  entityOf,
  type FieldName,
  type ResourceOf,
} from "#domain/resources";
import { firstKnown } from "../features/chartView/availableMetrics";
import type { ChartDefaults } from "../features/chartView/chartSearch";
import type { PageSearch } from "../features/chartView/pageSearch";
import { ReportButton } from "../features/contact/ReportLink";
import { WatchFigureLink } from "../features/provenance/ProvenanceSection";
import { RowDot } from "../features/table/cells/RowDot";
import { SearchLink } from "../features/table/query/SearchLink";
import { WatchButton } from "../features/watchlist/WatchButton";
import { textOf } from "../format/textOf";
import { Card } from "../ui/display/Card";
import { thirds, twoThirds, where } from "./frame/layout";
import { OutsideLink } from "./frame/OutsideLink";
import type { Screen } from "./frame/screen";
import { type ScreenContext, type Section, view } from "./frame/section";
import type { ProfileSubject } from "./frame/subject";
import { profileOf } from "./frame/subjects";
import { facts } from "./sections/card";
import { chart } from "./sections/chart";
import { marketShare } from "./sections/marketShare";
import { freshness, methodology, provenance } from "./sections/provenance";
import { relatedNews } from "./sections/relatedNews";
import { table } from "./sections/table";
import { assetCount, tiles } from "./sections/tiles";

const figures = [
  "bridged_token_value_dollar",
  "bridged_token_market_cap_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_active_addresses_count",
] as const satisfies readonly MetricSlug[];

/**
 * Only entities with assets have figures. Embedded views always show the chart, which states that it is
 * empty.
 */
const hasAssets = ({ subject, search }: ScreenContext<ProfileSubject>): boolean =>
  Number(subject.row.asset_count) > 0 || search.embed === 1;
const hasNone = (context: ScreenContext<ProfileSubject>): boolean => !hasAssets(context);

/** Facts of every profile that are outside of the card of facts. */
const usualFields = ["slug", "name", "description", "website", "asset_count", "token_count"] as const;

interface RowsOf<Slug extends "assets" | "tokens"> {
  resource: Slug;
  columns: readonly ColumnName<Slug>[];
}

export interface ProfileOptions<Kind extends EntityType> {
  kind: Kind;
  /** Facts in their card, and the content below them. */
  facts: readonly FieldName<ResourceOf<Kind>>[];
  moreFacts?: Section<ProfileSubject>;
  /** Further fields that the screen needs. */
  fields?: readonly FieldName<ResourceOf<Kind>>[];
  badges?: (row: ProfileSubject["row"]) => ReactNode;
  /** Links to other publications about it, in addition to its website. */
  links?: (row: ProfileSubject["row"]) => ReactNode;
  /** Groupings of its chart; the first is the default. */
  groups: readonly [ChartDefaults["group"], ...ChartDefaults["group"][]];
  /** Breakdowns next to the facts, and below them. */
  breakdown: Section;
  further?: readonly Section<ProfileSubject>[];
  rows: RowsOf<"assets"> | RowsOf<"tokens">;
  /** As in "Assets *on* Ethereum". */
  preposition: string;
  /** Description of the asset count. */
  counts: (name: string, tokens: string) => string;
  /** For search engines. */
  description: (name: string) => string;
}

/** The screen of an entity with figures: key figures, breakdowns, facts and assets. */
export function profile<Kind extends EntityType>(options: ProfileOptions<Kind>): Screen<ProfileSubject> {
  const { groups, rows, preposition } = options;
  const kind: EntityType = options.kind;
  const [group] = groups;
  const watchedKind = watchedKindOf(kind);
  const factsCard = facts({ fields: options.facts, more: options.moreFacts });
  const figuresOf: readonly Section<ProfileSubject>[] = [
    chart({
      defaults: ({ row }) => ({ metric: firstKnown(row, figures), group, mode: "stacked", range: "2y" }),
      groups,
    }),
    marketShare,
    thirds(twoThirds(options.breakdown), factsCard),
    ...(options.further ?? []),
    table(
      (name) => `Assets ${preposition} ${name}`,
      { ...rows, perPage: 25, chartGroups: groups },
      (name) => `All assets ${preposition} ${name}`,
    ),
    relatedNews,
    provenance(() => figures),
    methodology(() => [...figures, ...rows.columns]),
    freshness,
  ];
  const nothing = view<ProfileSubject>(({ subject: { name }, scope }) => (
    <Card title={scope === "without" ? "No assets without stablecoins" : "No assets yet"}>
      <p className="text-md text-muted">
        The catalog has no assets {preposition} {name}, so there are no figures to show.{" "}
        {scope === "without" && (
          <SearchLink<PageSearch> patch={{ stablecoins: "with" }} className="underline hover:text-ink">
            Show with stablecoins
          </SearchLink>
        )}
      </p>
    </Card>
  ));
  return {
    subject: profileOf(kind, [...usualFields, ...options.facts, ...(options.fields ?? [])]),
    header: {
      mark: ({ subject }) => <RowDot resource={entityOf(kind).resource} row={subject.row} />,
      badges: ({ subject }) => options.badges?.(subject.row),
      actions: ({ subject }) => (
        <>
          {watchedKind !== null && <WatchButton kind={watchedKind} id={subject.id} name={subject.name} />}
          <WatchFigureLink type={kind} id={subject.id} />
          <OutsideLink address={textOf(subject.row.website)}>Website</OutsideLink>
          {options.links?.(subject.row)}
          <ReportButton kind={kind} slug={subject.slug} />
        </>
      ),
    },
    lead: [
      where(
        hasAssets,
        tiles(
          () => figures,
          assetCount(({ name }, tokens) => options.counts(name, tokens)),
        ),
      ),
    ],
    sections: [
      ...figuresOf.map((one) => where(hasAssets, one)),
      where(hasNone, nothing),
      where(hasNone, factsCard),
      where(hasNone, relatedNews),
    ],
    head: ({ name }) => ({ title: name, description: options.description(name) }),
  };
}
