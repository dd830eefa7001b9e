import { Link } from "@tanstack/react-router";
import type { ResourceRow } from "#domain/api";
import { allOf } from "#domain/query";
import type { AssetClassSlug } from "#domain/vocabulary";
import { rangeStart } from "../../charts/series/calendar";
import { assetName } from "../../features/resourceList/assetColumns";
import { type SmallColumn, SmallTable } from "../../features/resourceList/SmallTable";
import { formatDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { Unknown } from "../../format/Unknown";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, type Section, section } from "../frame/section";
import type { AssetsSubject } from "../frame/subject";

/** Assets from the two years before a day; all with a known day if there is no data yet. */
const isNew = (asOf: string | null) => {
  const first = asOf && rangeStart("2y", asOf);
  return first === null
    ? ({ operator: "notEquals", field: "appeared_date", value: null } as const)
    : ({ operator: "onOrAfter", field: "appeared_date", value: first } as const);
};

const assetClass: SmallColumn<ResourceRow> = {
  name: "asset_class_name",
  header: "Asset class",
  cell: (row) => textOf(row.asset_class_name),
};

/**
 * The newest assets of a subject.
 *
 * @param ofClass the class of all of them, if there is one
 */
export const newestAssets = (ofClass?: AssetClassSlug): Section<AssetsSubject> =>
  section({
    queries: ({ subject, status }: ScreenContext<AssetsSubject>) => ({
      assets: {
        rowsOf: "assets",
        filter: allOf(subject.filter, isNew(status.as_of)),
        sort: { field: "appeared_date", direction: "desc" },
        pagination: { page: 1, perPage: ofClass === undefined ? 8 : 5 },
        fields: ["slug", "name", "ticker", "appeared_date", "asset_class_name", "asset_class_slug"],
      } as const,
    }),
    render: ({ assets: { results } }) => (
      <Card
        title="New assets"
        description="First seen in the last two years."
        padded={false}
        footer={
          <Link
            to="/new-asset-monitor"
            search={ofClass && { filters: [["asset_class_slug", "equals", ofClass]] }}
            className="inline-block py-1 underline hover:text-ink"
          >
            All new assets
          </Link>
        }
      >
        <SmallTable
          caption="Newest assets"
          columns={[
            assetName,
            ...(ofClass === undefined ? [assetClass] : []),
            {
              name: "appeared_date",
              header: "Appeared",
              numeric: true,
              cell: ({ appeared_date: day }) =>
                typeof day === "string" ? <time dateTime={day}>{formatDate(day)}</time> : <Unknown />,
            },
          ]}
          rows={results}
          rowKey={(row) => row.id}
          empty="None in the last two years."
        />
      </Card>
    ),
  });
