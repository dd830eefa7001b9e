import { Info } from "lucide-react";
import { metricByName } from "#domain/metrics";
import type { AssetClassSlug } from "#domain/vocabulary";
import { unitValues } from "../features/asset/assetSet";
import { type ClassSet, classGroups, classSet } from "../features/assetClass/classSets";
import { ColorDot } from "../features/table/cells/RowDot";
import { halves, stack } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { anchored, type Section, view } from "./frame/section";
import { assetClass, type ClassSubject } from "./frame/subjects";
import { lending } from "./lending";
import { breakdown, byDistribution, byJurisdiction, distributionTile } from "./sections/breakdown";
import { chart } from "./sections/chart";
import { league } from "./sections/league";
import { listings, withoutTransfers } from "./sections/listings";
import { netFlows } from "./sections/netFlows";
import { newestAssets } from "./sections/newest";
import { premiumChart, premiumTable } from "./sections/premium";
import { freshnessWhereRoom, methodology, provenance } from "./sections/provenance";
import { scatter } from "./sections/scatter";
import { table } from "./sections/table";
import { terms } from "./sections/terms";
import { assetCount, shownMetrics, tiles } from "./sections/tiles";

/** States that the catalog has no asset of this class. */
const NoAssetsNotice = () => (
  <p className="mb-4 flex items-start gap-2 rounded-lg border bg-surface px-4 py-2 text-md">
    <Info aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
    The catalogue has no assets in this class.
  </p>
);

const noAssets = view<ClassSubject>(({ subject: { row } }) =>
  Number(row?.asset_count ?? 0) === 0 ? <NoAssetsNotice /> : null,
);

function makeScreen(slug: AssetClassSlug): Screen<ClassSubject> {
  const set = classSet(slug);
  const standIns = set.columns.filter((name) => !unitValues.some((metric) => metric === name));
  return {
    subject: assetClass(slug),
    header: {
      mark: ({ subject }) => <ColorDot of={{ ...subject.assetClass, type: "asset_class" }} />,
      actions: freshnessWhereRoom,
    },
    lead: [
      noAssets,
      tiles(
        ({ row }) => shownMetrics(row, set.tiles, standIns),
        distributionTile("represented", set.breakdown),
        assetCount((_, count) => `Assets of this class in the catalog, with ${count} tokens.`),
      ),
    ],
    sections: [
      anchored(
        { id: "chart", label: "Chart", hasId: true },
        chart({ defaults: () => set.chart, groups: classGroups }),
      ),
      anchored(
        { id: "assets", label: "All assets", hasId: true },
        table((name) => `${name}: all assets`, {
          resource: "assets",
          columns: set.columns,
          sort: { field: set.chart.metric, direction: "desc" },
          perPage: 25,
          chartGroups: classGroups,
        }),
      ),
      ...(set.lends ? [anchored({ id: "lending", label: "Loans" }, stack(...lending))] : []),
      anchored(
        { id: "league", label: "League table" },
        league({ groups: ["network", "platform", "issuer", "manager"], metric: () => set.breakdown }),
      ),
      ...(set.yields === undefined
        ? []
        : [
            anchored(
              { id: "yields", label: "Yields" },
              scatter({ x: "weighted_average_maturity_days", y: set.yields, size: set.breakdown }),
            ),
          ]),
      ...premiums(set),
      ...(set.hasListings
        ? [anchored({ id: "listed-names", label: "Listed names" }, listings(set.breakdown))]
        : []),
      ...(set.hasTerms
        ? [anchored({ id: "investors", label: "Who may invest" }, terms(slug, set.breakdown))]
        : []),
      anchored(
        { id: "net-flows", label: "Net flows" },
        netFlows({ groups: ["asset", "network", "issuer"], stock: () => set.breakdown }),
      ),
      halves(
        anchored(
          { id: "breakdown", label: "Breakdown" },
          stack(byDistribution(set.breakdown), byJurisdiction(set.breakdown)),
        ),
        anchored({ id: "new-assets", label: "New assets" }, newestAssets(slug)),
      ),
      anchored(
        { id: "provenance", label: "Sources", hasId: true },
        provenance(() => set.tiles),
      ),
      anchored(
        { id: "methodology", label: "Methodology" },
        methodology(() => [...set.tiles, ...set.columns], set.notes),
      ),
    ],
    head: ({ name, description }) => ({
      title: name,
      description: `${description} Value, holders and activity by asset, network and platform.`,
    }),
  };
}

/** Premiums of prices over their references, and other sections specific to the class. */
function premiums({ premium, split, hasListings, breakdown: value }: ClassSet): Section<ClassSubject>[] {
  if (premium === undefined) return [];
  const beside = [
    ...(split === undefined ? [] : [breakdown({ metrics: [value], most: 8, ...split })]),
    ...(hasListings ? [withoutTransfers(value)] : []),
  ];
  return [
    anchored(
      { id: "premiums", label: metricByName(premium.metric)?.label ?? premium.title },
      stack(premiumChart(premium), halves(premiumTable(premium), ...beside)),
    ),
  ];
}

const made = new Map<AssetClassSlug, Screen<ClassSubject>>();

/** The screen of an asset class, generated from its settings. Cached by class. */
export function classScreen(slug: AssetClassSlug): Screen<ClassSubject> {
  const screen = made.get(slug) ?? makeScreen(slug);
  made.set(slug, screen);
  return screen;
}
