import type { ReactNode } from "react";
import { CARRY_DAYS } from "#domain/metrics";
import { formatCount } from "#domain/text";
import { formatDate } from "../../format/formatDate";
import { Card } from "../../ui/display/Card";
import { RejectedRow } from "../administration/RejectedRow";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import type { Check } from "./upload";

const count = (value: number) => value.toLocaleString("en-US");

const valueColumns: readonly SmallColumn<Check["values"][number]>[] = [
  {
    name: "entity",
    header: "Asset or token",
    cell: ({ entity }) => <span className="break-all">{entity}</span>,
  },
  {
    name: "metric",
    header: "Metric",
    flexible: true,
    cell: ({ metric }) => <span className="break-all">{metric}</span>,
  },
  {
    name: "date",
    header: "Date",
    cell: ({ date }) => <span className="whitespace-nowrap">{formatDate(date)}</span>,
  },
  {
    name: "value",
    header: "Value",
    numeric: true,
    cell: ({ value, unit }) => `${value.toLocaleString("en-US", { maximumFractionDigits: 20 })} ${unit}`,
  },
  {
    name: "replaces",
    header: "Replaces",
    numeric: true,
    cell: ({ replaces }) =>
      replaces === null ? "—" : replaces.toLocaleString("en-US", { maximumFractionDigits: 20 }),
  },
  { name: "line", header: "Line", numeric: true, cell: ({ line }) => count(line) },
];

const investmentColumns: readonly SmallColumn<Check["investments"][number]>[] = [
  { name: "slug", header: "Slug", cell: ({ slug }) => <span className="break-all">{slug}</span> },
  { name: "name", header: "Name", flexible: true, cell: ({ name }) => name },
  { name: "status", header: "Status", cell: ({ status }) => status },
  {
    name: "opens",
    header: "Opens",
    cell: ({ opensDate }) => <span className="whitespace-nowrap">{formatDate(opensDate)}</span>,
  },
];

const kindColumns: readonly SmallColumn<Check["refusals"][number]>[] = [
  { name: "kind", header: "Reason", flexible: true, cell: ({ kind }) => kind },
  { name: "rows", header: "Rows", numeric: true, cell: ({ rows }) => count(rows) },
  {
    name: "lines",
    header: "Lines",
    cell: ({ firstLine, lastLine }) =>
      firstLine === lastLine ? count(firstLine) : `${count(firstLine)}–${count(lastLine)}`,
  },
];

const rowColumns: readonly SmallColumn<Check["refusedRows"][number]>[] = [
  { name: "line", header: "Line", cell: ({ line }) => count(line) },
  {
    name: "reason",
    header: "Reason",
    flexible: true,
    cell: ({ field, reason, raw }) => <RejectedRow field={field} reason={reason} row={raw} />,
  },
];

/** The effect of an import in one sentence. */
function resultOf(check: Check): string {
  const { content, valuesAccepted, valuesUnchanged, valuesReplaced, rowsRead, rowsRefused, rowsSkipped } =
    check;
  const added = valuesAccepted - valuesUnchanged - valuesReplaced;
  return (
    `${formatCount(rowsRead, "row")} read, ${formatCount(valuesAccepted, content)} would be accepted ` +
    `(${count(added)} new, ${count(valuesReplaced)} replacing stored ones, ${count(valuesUnchanged)} unchanged), ` +
    `${formatCount(rowsRefused, "row")} would be rejected${rowsSkipped === 0 ? "" : `, ${formatCount(rowsSkipped, "row")} skipped by the mapping`}.`
  );
}

/** The result of a dry run. */
export function CheckResult({ check }: { check: Check }) {
  const { error, broken, storedAt, valuesNotPreferred, outdatedSince, skippedColumns, skippedCount } = check;
  if (error !== null) {
    return (
      <Card title="Check" description="Nothing was stored.">
        <p role="alert" className="break-words text-md text-negative">
          The file would be rejected. {error}
        </p>
      </Card>
    );
  }
  const kinds = [...check.refusals, ...check.warnings];
  return (
    <>
      <Card title="Check" description="Nothing was stored.">
        <div role="status" className="flex flex-col gap-2 break-words text-md">
          <p>{resultOf(check)}</p>
          {storedAt !== null && <p>The file was already imported on {formatDate(storedAt)}.</p>}
          {broken !== null && <p className="text-negative">The file breaks off: {broken}</p>}
          {valuesNotPreferred > 0 && (
            <p>
              {formatCount(valuesNotPreferred, "value")} would not be served: another source is preferred.
            </p>
          )}
          {outdatedSince !== null && (
            <p>
              The newest value is of {formatDate(outdatedSince)}, more than {CARRY_DAYS} days ago: charts
              would show it, current figures would remain unknown unless another source has newer values.
            </p>
          )}
          {skippedCount > 0 && (
            <p>
              {formatCount(skippedCount, "column")} skipped:{" "}
              {skippedColumns.map(({ column, reason }) => `${column} (${reason})`).join(", ")}
              {skippedCount > skippedColumns.length && " …"}
            </p>
          )}
        </div>
      </Card>
      {check.values.length > 0 && (
        <Rows
          title="As stored"
          description={`First ${count(check.values.length)} of ${count(check.valuesAccepted)} values.`}
        >
          <SmallTable
            caption="Values as they would be stored"
            columns={valueColumns}
            rows={check.values}
            rowKey={({ entity, metric, date }) => `${entity} ${metric} ${date}`}
            perColumn={8}
          />
        </Rows>
      )}
      {check.investments.length > 0 && (
        <Rows
          title="As stored"
          description={`First ${count(check.investments.length)} of ${count(check.valuesAccepted)} investments.`}
        >
          <SmallTable
            caption="Investments as they would be stored"
            columns={investmentColumns}
            rows={check.investments}
            rowKey={({ slug }) => slug}
            perColumn={8}
          />
        </Rows>
      )}
      {kinds.length > 0 && (
        <Rows title="Rejected rows and warnings" description="By reason.">
          <SmallTable
            caption="Rejected rows and warnings by reason"
            columns={kindColumns}
            rows={kinds}
            rowKey={({ kind }) => kind}
            perColumn={8}
          />
        </Rows>
      )}
      {check.refusedRows.length > 0 && (
        <Rows
          title="Rows"
          description={`First ${count(check.refusedRows.length)} rejected rows and warnings.`}
        >
          <SmallTable
            caption="Rejected rows and warnings"
            columns={rowColumns}
            rows={check.refusedRows}
            rowKey={({ line, field, kind }) => `${line} ${field} ${kind}`}
            perColumn={10}
          />
        </Rows>
      )}
    </>
  );
}

const Rows = ({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <Card title={title} description={description} padded={false}>
    {children}
  </Card>
);
