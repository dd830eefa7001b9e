import { useSuspenseQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { accessTo, type Caller, type DataSet, filePermission, type MarketStatus, maxRowsOf } from "#domain";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate } from "../../format/formatDate";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { useCaller } from "../people/session/useCaller";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { TooManyRows } from "../resourceList/TooManyRows";
import { pageLink } from "../shell/followPageLinks";

const formats = [
  { format: "csv", label: "CSV" },
  { format: "xlsx", label: "XLSX" },
  { format: "parquet", label: "Parquet" },
  { format: "ndjson", label: "JSON Lines" },
] as const;

/** What there is to download, what each file holds, and what it needs. */
export function DataSets({ status }: { status: MarketStatus }) {
  const sets = useSuspenseQuery(useTrpc().market.dataSets.queryOptions()).data;
  const caller = useCaller();
  return (
    <>
      <Needs caller={caller} />
      <Card
        title="Data sets"
        description={
          status.as_of === null
            ? `Version ${formatDataVersion(status.data_version)}.`
            : `Version ${formatDataVersion(status.data_version)}, figures to ${formatDate(status.as_of)}. Files of one version always contain the same rows.`
        }
        padded={false}
      >
        <SmallTable
          caption="Data sets and their files"
          columns={columnsFor(caller)}
          rows={sets}
          rowKey={({ slug }) => slug}
          perColumn={9}
        />
      </Card>
    </>
  );
}

/** Said before anything asks for it. */
function Needs({ caller }: { caller: Caller }) {
  const access = accessTo(filePermission("xlsx"), caller);
  if (access === "allowed") return null;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-md">
          CSV files are open to everyone. Excel, Parquet and JSON Lines files need{" "}
          {access === "sign_in" ? "an account on a plan" : "a plan"} with data downloads.
        </p>
        <div className="flex flex-wrap gap-2">
          <a href="/platform-overview" className={`${pageLink} ${buttonClass({ size: "sm" })}`}>
            Compare plans
          </a>
          {access === "sign_in" && (
            <a
              href="/login?callbackUrl=%2Fdownloads"
              className={`${pageLink} ${buttonClass({ size: "sm", variant: "primary" })}`}
            >
              Sign in
            </a>
          )}
        </div>
      </div>
    </Card>
  );
}

const columnsFor = (caller: Caller): readonly SmallColumn<DataSet>[] => [
  {
    name: "set",
    header: "Data set",
    flexible: true,
    cell: ({ label, doc, fields, metrics }) => (
      <div className="min-w-0">
        <span className="font-medium">{label}</span>
        <span className="block font-normal text-muted text-sm">{doc.replaceAll("`", "")}</span>
        <details className="font-normal text-sm">
          <summary className="min-h-6 cursor-pointer content-center text-faint">
            Column names<span className="sr-only"> of {label}</span>
          </summary>
          <ul className="columns-2xs py-1 text-muted">
            {fields.map(({ name, type }) => (
              <li key={name} className="break-words">
                <code>{name}</code> <span className="text-faint">{type}</span>
              </li>
            ))}
          </ul>
          {metrics > 0 && (
            <p className="text-muted">Plus each of {metrics} metrics, with its latest value.</p>
          )}
        </details>
      </div>
    ),
  },
  { name: "rows", header: "Rows", numeric: true, cell: ({ rows }) => rows.toLocaleString("en-US") },
  {
    name: "columns",
    header: "Columns",
    numeric: true,
    cell: ({ fields, metrics }) => (fields.length + metrics).toLocaleString("en-US"),
  },
  {
    name: "files",
    header: "Files",
    wide: true,
    screenOnly: true,
    cell: (set) => <Files set={set} caller={caller} />,
  },
];

function Files({ set, caller }: { set: DataSet; caller: Caller }) {
  if (accessTo(set.permission, caller) !== "allowed") {
    return (
      <span className="inline-flex items-center gap-1 text-faint text-sm">
        <Lock aria-hidden="true" className="size-3" /> Needs experimental features
      </span>
    );
  }
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 lg:w-max lg:flex-nowrap">
      {formats.map((offered) => (
        <FileLink key={offered.format} {...offered} set={set} caller={caller} />
      ))}
    </span>
  );
}

interface FileLinkProps {
  format: (typeof formats)[number]["format"];
  label: string;
  set: DataSet;
  caller: Caller;
}

function FileLink({ format, label, set, caller }: FileLinkProps) {
  if (set.rows > maxRowsOf(format)) return <TooManyRows format={format} label={label} />;
  if (accessTo(filePermission(format), caller) === "allowed") {
    return (
      <a
        href={`/export/${set.slug}.${format}`}
        download={`${set.slug}.${format}`}
        className={buttonClass({ size: "sm" })}
      >
        {label}
        <span className="sr-only"> of {set.label}</span>
      </a>
    );
  }
  return (
    <span
      className="inline-flex h-control-sm items-center gap-1 text-faint text-sm"
      title="Needs a plan with data downloads"
    >
      <Lock aria-hidden="true" className="size-3" />
      {label}
      <span className="sr-only">(needs a plan with data downloads)</span>
    </span>
  );
}
