import type { OpenCheck } from "#domain/api";
import { wordsOfValue } from "#domain/vocabulary";
import { formatDate } from "../../format/formatDate";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { statusHref } from "../checks/checkMarks";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { pageLink } from "../shell/followPageLinks";

const columns: readonly SmallColumn<OpenCheck>[] = [
  {
    name: "check",
    header: "Check",
    flexible: true,
    cell: ({ check, measure, is_sample: isSample }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <a
          href={statusHref([
            ["state", "equals", "open"],
            ["check_slug", "equals", check],
            ["measure_slug", "equals", measure.slug],
          ])}
          className={`${pageLink} font-medium underline`}
        >
          {wordsOfValue(check)}: {measure.name}
        </a>
        {isSample && <Badge>Sample</Badge>}
      </span>
    ),
  },
  {
    name: "severity",
    header: "Severity",
    cell: ({ severity }) => <Badge>{wordsOfValue(severity)}</Badge>,
  },
  {
    name: "results",
    header: "Results",
    numeric: true,
    main: true,
    cell: ({ results }) => results.toLocaleString("en-US"),
  },
  {
    name: "subjects",
    header: "Entities",
    numeric: true,
    cell: ({ subjects }) => subjects.toLocaleString("en-US"),
  },
  { name: "last", header: "Latest day", numeric: true, cell: ({ last_date: day }) => formatDate(day) },
  { name: "since", header: "Open since", numeric: true, cell: ({ since }) => formatDate(since) },
];

/** Rows shown at first. */
const MOST = 12;

/** What is open, by check and metric: one row where hundreds of figures break the same check. */
export const OpenChecksTable = ({ open }: { open: readonly OpenCheck[] }) => (
  <Card
    title="Open results by check and metric"
    description="Errors first, then the most frequent."
    padded={false}
  >
    <SmallTable
      caption="Open results by check and metric"
      columns={columns}
      rows={open}
      rowKey={({ check, measure }) => `${check} ${measure.slug}`}
      empty="Every figure passes every check."
      most={MOST}
    />
  </Card>
);
