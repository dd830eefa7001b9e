import type { DataFreshness, NewestData } from "#domain/api";
import { formatDate } from "../../format/formatDate";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

/** `today`, `1 day`, `12 days`. */
const ageWords = (days: number): string => (days <= 0 ? "today" : days === 1 ? "1 day" : `${days} days`);

const columnsOf = (header: string): readonly SmallColumn<NewestData>[] => [
  {
    name: "name",
    header,
    flexible: true,
    cell: ({ name, is_sample }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-medium">{name}</span>
        {is_sample && <Badge>Sample</Badge>}
      </span>
    ),
  },
  { name: "newest", header: "Latest data", numeric: true, cell: ({ newest_date: day }) => formatDate(day) },
  { name: "age", header: "Age", numeric: true, main: true, cell: ({ age_days: age }) => ageWords(age) },
  {
    name: "assets",
    header: "Assets",
    numeric: true,
    spare: true,
    cell: ({ asset_count: count }) => count.toLocaleString("en-US"),
  },
];

const parts = [
  { key: "sources", title: "By source", header: "Source" },
  { key: "asset_classes", title: "By asset class", header: "Asset class" },
  { key: "measures", title: "By metric", header: "Metric" },
] as const;

/** Rows of a list that is cut at first. */
const MOST = 8;

/** The latest day and age of the data by source, asset class and metric, the oldest first. */
export const FreshnessTables = ({ freshness }: { freshness: DataFreshness }) => (
  <div className="grid gap-4 xl:grid-cols-3">
    {parts.map(({ key, title, header }) => (
      <Card key={key} title={title} description="Latest day with observations, oldest first." padded={false}>
        <SmallTable
          caption={`Latest data ${title.toLowerCase()}`}
          columns={columnsOf(header)}
          rows={freshness[key]}
          rowKey={({ slug }) => slug}
          empty="No data yet."
          perColumn={5}
          most={MOST}
        />
      </Card>
    ))}
  </div>
);
