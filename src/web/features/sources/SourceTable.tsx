import type { MarketStatus } from "#domain/api";
import { formatDate, formatInstant } from "../../format/formatDate";
import { Badge } from "../../ui/display/Badge";
import { sourceName } from "../provenance/sourceLine";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

type SourceRow = MarketStatus["sources"][number];

/** The content of each kind of source. */
const kinds: Readonly<Record<string, string>> = {
  file: "Imported files",
  sample: "Simulated figures, until real ones are imported",
  chain: "Transfers and supply read from a network",
  feed: "Read from a feed",
};

const columns: readonly SmallColumn<SourceRow>[] = [
  {
    name: "source",
    header: "Source",
    flexible: true,
    cell: ({ kind, is_sample, ...source }) => (
      <span className="block min-w-0">
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-medium">{sourceName(source)}</span>
          {is_sample && <Badge>Sample</Badge>}
        </span>
        <span className="block font-normal text-faint text-sm">{kinds[kind] ?? kind}</span>
      </span>
    ),
  },
  {
    name: "rows",
    header: "Observations",
    numeric: true,
    cell: ({ observations }) => observations.toLocaleString("en-US"),
  },
  {
    name: "newest",
    header: "Latest data",
    cell: ({ newest_date }) =>
      newest_date === null ? "None" : <time dateTime={newest_date}>{formatDate(newest_date)}</time>,
  },
  {
    name: "since",
    header: "Since",
    cell: ({ first_ingested_at: since }) => (
      <time dateTime={since} title={formatInstant(since)}>
        {formatDate(since)}
      </time>
    ),
  },
];

/** The sources of this installation: content, number of figures, latest and first dates. */
export const SourceTable = ({ sources }: { sources: MarketStatus["sources"] }) => (
  <SmallTable
    caption="Sources of figures"
    columns={columns}
    rows={sources}
    rowKey={({ id }) => id}
    perColumn={8}
    most={25}
    empty="No sources have supplied figures yet."
  />
);
