import { metricOf } from "#domain/api";
import type { Lookback, MetricSlug } from "#domain/metrics";
import { firmFacts } from "#domain/resources";
import { textOf } from "../format/textOf";
import { Card } from "../ui/display/Card";
import { pair, where } from "./frame/layout";
import { OutsideLink } from "./frame/OutsideLink";
import type { Screen } from "./frame/screen";
import { type ScreenContext, view } from "./frame/section";
import type { KnownSubject } from "./frame/subject";
import { platformNamed } from "./frame/subjects";
import { facts } from "./sections/card";
import { chart } from "./sections/chart";
import { freshness, methodology, provenance } from "./sections/provenance";
import { table } from "./sections/table";
import { figureTile, tiles } from "./sections/tiles";

const volume = "daily_transfer_volume_dollar";
const trailing = "trailing_30_day_transfer_volume_dollar";
const average = "average_transfer_dollar";
const count = "daily_transfer_count";
const outstanding = "bridged_token_value_dollar";

const figures = [volume, average, count, trailing, outstanding] as const satisfies readonly MetricSlug[];

/** Settlement depends on the weekday, so 30 days are not compared. */
const sameWeekday: readonly Lookback[] = ["7d"];

const isUnknown = ({ subject }: ScreenContext<KnownSubject>): boolean =>
  [volume, trailing].every((metric) => metricOf(subject.row, metric)?.val == null);

/** Repo settled on a ledger: the screen of a platform whose units never leave it. */
export const broadridgeDlr: Screen<KnownSubject> = {
  subject: platformNamed("broadridge-dlr"),
  header: {
    title: "Broadridge DLR",
    description:
      "Repurchase agreements settled on the distributed ledger of Broadridge: daily volume, average size and trend.",
    actions: ({ subject }) => <OutsideLink address={textOf(subject.row.website)}>Website</OutsideLink>,
  },
  under: () => "/platforms",
  lead: [
    tiles(
      () => [],
      figureTile(trailing, "Repo volume (30d)"),
      figureTile(volume, "Daily repo volume", sameWeekday),
      figureTile(average, "Average repo", sameWeekday),
      figureTile(count, "Repos settled", sameWeekday),
      figureTile(outstanding, "Outstanding"),
    ),
  ],
  sections: [
    where(
      isUnknown,
      view<KnownSubject>(() => (
        <Card title="No volumes yet">
          <p className="text-md text-muted">
            No source reports repo volumes here yet. Operators can import them as{" "}
            <code>daily_transfer_volume_dollar</code> and <code>daily_transfer_count</code> of the asset{" "}
            <code>dlr</code>.
          </p>
        </Card>
      )),
    ),
    chart({
      defaults: () => ({ metric: volume, group: "none", mode: "bars", range: "1y" }),
      groups: ["none", "asset"],
      metrics: () => figures,
    }),
    pair(
      facts<KnownSubject>({ fields: firmFacts }),
      methodology(
        () => figures,
        [
          "Daily figures are compared with the same weekday of the previous week.",
          "A repo is counted on its settlement date, at the value exchanged.",
          "Average repo is the day's volume divided by the number of repos settled. To see the trend, average the chart over 7, 30 or 90 days.",
        ],
      ),
    ),
    table(() => "Assets on Broadridge DLR", {
      resource: "assets",
      columns: ["name", "asset_class_name", volume, average, trailing, outstanding],
      perPage: 25,
    }),
    provenance(() => [volume, average, trailing]),
    freshness,
  ],
  head: () => ({
    title: "Broadridge DLR",
    description:
      "Ledger-settled repo on Broadridge DLR: daily volume, average size, repos settled and trend.",
  }),
};
