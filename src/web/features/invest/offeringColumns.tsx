import { type ResourceRow, wordsOfValue } from "#domain";
import { formatDate } from "../../format/formatDate";
import { formatFigure } from "../../format/formatNumber";
import { textOf } from "../../format/textOf";
import { Unknown } from "../../format/Unknown";
import { Badge } from "../../ui/display/Badge";
import type { SmallColumn } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";

const figure = (value: unknown, unit: "dollar" | "percent") =>
  typeof value === "number" ? formatFigure(value, unit) : <Unknown />;

/** Columns of an offering: state, closing date, size and target. */
export const offeringColumns: readonly SmallColumn<ResourceRow>[] = [
  {
    name: "name",
    header: "Offering",
    flexible: true,
    cell: (row) => (
      <span className="font-medium">
        <EntityLink kind="investment" slug={textOf(row.slug)}>
          {String(row.name)}
        </EntityLink>{" "}
        {row.is_sample === true && <Badge>Sample</Badge>}
      </span>
    ),
  },
  { name: "status", header: "Status", cell: ({ status }) => wordsOfValue(String(status)) },
  {
    name: "closes_date",
    header: "Closes",
    cell: ({ closes_date }) =>
      closes_date === null ? (
        <Unknown />
      ) : (
        <time dateTime={String(closes_date)}>{formatDate(String(closes_date))}</time>
      ),
  },
  {
    name: "target_dollar",
    header: "Target",
    numeric: true,
    cell: ({ target_dollar }) => figure(target_dollar, "dollar"),
  },
  {
    name: "target_yield_percent",
    header: "Target yield",
    numeric: true,
    cell: ({ target_yield_percent }) => figure(target_yield_percent, "percent"),
  },
];
