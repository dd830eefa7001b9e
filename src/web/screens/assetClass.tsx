import type { AssetClassSlug } from "#domain";
import { classGroups, classSet } from "../features/assetClass/classSets";
import { ColorDot } from "../features/table/ColorDot";
import { halves, stack } from "./layout";
import { lending } from "./lending";
import type { Screen } from "./screen";
import { byDistribution, byJurisdiction, distributionTile } from "./sections/breakdown";
import { chart } from "./sections/chart";
import { league } from "./sections/league";
import { netFlows } from "./sections/netFlows";
import { newestAssets } from "./sections/newest";
import { freshnessWhereRoom, methodology, provenance } from "./sections/provenance";
import { scatter } from "./sections/scatter";
import { table } from "./sections/table";
import { assetCount, shownMetrics, tiles } from "./sections/tiles";
import { assetClass, type ClassSubject } from "./subjects";

function makeScreen(slug: AssetClassSlug): Screen<ClassSubject> {
  const set = classSet(slug);
  return {
    subject: assetClass(slug),
    header: {
      mark: ({ subject }) => <ColorDot of={{ ...subject.assetClass, type: "asset_class" }} />,
      actions: freshnessWhereRoom,
    },
    lead: [
      tiles(
        ({ row }) => shownMetrics(row, set.tiles, set.columns),
        distributionTile("represented", set.breakdown),
        assetCount((_, count) => `Assets of this class in the catalog, with ${count} tokens.`),
      ),
    ],
    sections: [
      chart({ defaults: () => set.chart, groups: classGroups }),
      ...(set.lends ? lending : []),
      league({ groups: ["network", "platform", "issuer", "manager"], metric: () => set.breakdown }),
      ...(set.yields === undefined
        ? []
        : [scatter({ x: "weighted_average_maturity_days", y: set.yields, size: set.breakdown })]),
      netFlows({ groups: ["asset", "network", "issuer"], stock: () => set.breakdown }),
      halves(stack(byDistribution(set.breakdown), byJurisdiction(set.breakdown)), newestAssets(slug)),
      table((name) => `${name}: all assets`, {
        resource: "assets",
        columns: set.columns,
        sort: { field: set.chart.metric, direction: "desc" },
        perPage: 25,
        chartGroups: classGroups,
      }),
      provenance(() => set.tiles),
      methodology(() => [...set.tiles, ...set.columns], set.notes),
    ],
    head: ({ name, description }) => ({
      title: name,
      description: `${description} Value, holders and activity by asset, network and platform.`,
    }),
  };
}

const made = new Map<AssetClassSlug, Screen<ClassSubject>>();

/** The screen of an asset class: one template for all of them, told apart by data. Always the same one for a class. */
export function classScreen(slug: AssetClassSlug): Screen<ClassSubject> {
  const screen = made.get(slug) ?? makeScreen(slug);
  made.set(slug, screen);
  return screen;
}
